import { PlainProblem } from "../use-task.ts";

/** The server draws a square of this side; more pixels would be sent for nothing. */
const side = 512;
const longest = 2 * side;

/** The picture as a small JPEG, in a `data:` address. */
export async function shrinkPicture(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new PlainProblem("This file cannot be read as a picture. Please choose a JPEG, PNG or WebP.");
  });
  const { width, height } = shrunkSize(bitmap);
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const pen = canvas.getContext("2d");
  if (!pen) throw new PlainProblem("This browser cannot draw the picture. Please try another one.");
  // A JPEG has no transparency: what shows through is white, not black.
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, width, height);
  pen.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return canvas.toDataURL("image/jpeg", 0.85);
}

type Size = { width: number; height: number };

/** The shorter side has what the square needs, and a very long picture is smaller still. */
export function shrunkSize({ width, height }: Size): Size {
  const scale = Math.min(1, side / Math.min(width, height), longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
