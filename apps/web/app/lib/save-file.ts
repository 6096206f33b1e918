/** Downloads bytes as a file with this name. */
export function saveFile({ bytes, name, type }: { bytes: Uint8Array; name: string; type: string }): void {
  const address = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the address only after the current task.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
