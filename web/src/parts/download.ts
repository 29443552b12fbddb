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
