/**
 * Counts in the page from the server until React does, by the browser's own clock: in the alert above the page, and on plates
 * of figures below it. A webinar that has begun since the page was made is not announced. It runs as text, so it may use nothing
 * from outside.
 */
export function countDown(): void {
  const draw = () => {
    const timers = [...document.querySelectorAll<HTMLElement>("[data-starts-at]")];
    for (const timer of timers) {
      const seconds = Math.floor((Date.parse(timer.dataset.startsAt ?? "") - Date.now()) / 1000);
      if (seconds < 0) timer.closest("aside")?.setAttribute("hidden", "");
      const parts = [seconds / 86_400, (seconds / 3600) % 24, (seconds / 60) % 60, seconds % 60];
      const figures = parts.map((part) => String(Math.max(0, Math.floor(part))));
      const plates = timer.querySelectorAll("b");
      for (const [n, plate] of plates.entries()) plate.textContent = figures[n]?.padStart(2, "0") ?? "";
      if (plates.length === 0)
        timer.textContent = figures.map((figure, n) => `${figure.padStart(2, "\u2007")} ${"dhms"[n]}`).join(" ");
    }
    return timers.length > 0;
  };
  const counting = setInterval(() => draw() || clearInterval(counting), 1000);
  draw();
  addEventListener("DOMContentLoaded", draw);
}
