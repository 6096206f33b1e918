import { PlainProblem } from "../use-task.ts";

const mostBytes = 1_000_000;
/** What fits into one call. */
const mostSent = 700_000;
const size = { width: 1000, height: 320 };

/** The chosen picture in base64. A large one is drawn smaller first; what is transparent stays so. */
export async function readSignatureFile(file: File): Promise<string> {
  if (!["image/png", "image/jpeg"].includes(file.type) || file.size > mostBytes)
    throw new PlainProblem("Please choose a PNG or JPEG of at most 1 MB.");
  if (file.size <= mostSent) return toBase64(await file.arrayBuffer());
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new PlainProblem("This file cannot be read as a picture. Please choose another one.");
  });
  const scale = Math.min(1, size.width / bitmap.width, size.height / bitmap.height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const address = canvas.toDataURL("image/png");
  return address.slice(address.indexOf(",") + 1);
}

function toBase64(buffer: ArrayBuffer): string {
  return btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join(""));
}
