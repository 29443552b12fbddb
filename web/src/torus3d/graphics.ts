/** Names of drivers that draw with the processor instead of a graphics card. */
const BY_PROCESSOR = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Whether pictures in space are drawn by a graphics card: without one a page would hang for seconds. */
export function hasGraphicsCard(): boolean {
  try {
    const gl = document.createElement("canvas").getContext("webgl2", { failIfMajorPerformanceCaveat: true });
    if (gl === null) return false;
    const named = gl.getExtension("WEBGL_debug_renderer_info");
    const driver = String(gl.getParameter(named === null ? gl.RENDERER : named.UNMASKED_RENDERER_WEBGL));
    gl.getExtension("WEBGL_lose_context")?.loseContext();
    return !BY_PROCESSOR.test(driver);
  } catch {
    return false;
  }
}
