/** Enough for a profile picture, and small enough for a phone's memory. */
const longestSide = 2048;

/** The picture as JPEG; null where the browser cannot read HEIC, as most but Safari cannot. */
export async function heicToJpeg(file: File): Promise<File | null> {
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", 0.9));
    const name = file.name.replace(/\.hei[cf]$/i, "");
    return blob && new File([blob], `${name}.jpg`, { type: blob.type, lastModified: file.lastModified });
  } catch {
    return null;
  }
}
