/** Hands a file to the person. */

export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  [link.href, link.download] = [address, name];
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export function saveText(name: string, text: string, type = "text/plain"): void {
  saveFile(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

/** An SVG picture as PNG, `width` pixels wide. */
export async function svgToPng(svg: string, width = 1200): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const ratio = picture.naturalHeight / Math.max(1, picture.naturalWidth);
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [width, Math.round(width * (ratio || 1))];
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}
