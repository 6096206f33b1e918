/** 1:05, 1:02:03 */
export function timeText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Seconds, minutes and seconds, or hours too. What cannot be read is not a number: the server says so. */
export function secondsOf(text: string): number {
  const parts = text.trim().split(":");
  const isTime = parts.length <= 3 && parts.every((part) => /^\d{1,4}$/.test(part));
  return isTime ? parts.reduce((sum, part) => sum * 60 + Number(part), 0) : Number.NaN;
}

/** How long the film in a file is, in whole seconds; null where this browser cannot play it. */
export function measureFilm(file: File): Promise<number | null> {
  return new Promise((resolve) => {
    const address = URL.createObjectURL(file);
    const video = document.createElement("video");
    const finish = (seconds: number | null) => {
      URL.revokeObjectURL(address);
      video.removeAttribute("src");
      resolve(seconds && Number.isFinite(seconds) ? Math.max(1, Math.round(seconds)) : null);
    };
    video.preload = "metadata";
    video.onerror = () => finish(null);
    video.onloadedmetadata = () => {
      if (Number.isFinite(video.duration)) return finish(video.duration);
      // What a browser has recorded knows its length only once its end was looked for.
      video.ondurationchange = () => Number.isFinite(video.duration) && finish(video.duration);
      video.currentTime = 1e7;
    };
    video.src = address;
  });
}
