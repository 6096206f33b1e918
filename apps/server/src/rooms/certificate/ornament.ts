/** Fine lines that are hard to copy, as SVG paths: border, rosettes and seal. */

const round = (number: number) => Math.round(number * 100) / 100;
const at = (x: number, y: number) => `${round(x)} ${round(y)}`;

type Wave = { width: number; height: number; periods: number; turn: number };

/** A sine from x = 0 to `width` around y = 0, with one cubic curve for each quarter of a period. */
function wave({ width, height, periods, turn }: Wave): string {
  const step = width / periods / 4;
  const y = (n: number) => height * Math.sin((n * Math.PI) / 2 + turn);
  const slope = (n: number) => (height * Math.cos((n * Math.PI) / 2 + turn) * Math.PI) / 2 / 3;
  let path = `M${at(0, y(0))}`;
  for (let n = 0; n < periods * 4; n++) {
    const [x, next] = [n * step, (n + 1) * step];
    path += `C${at(x + step / 3, y(n) + slope(n))} ${at(next - step / 3, y(n + 1) - slope(n + 1))} ${at(next, y(n + 1))}`;
  }
  return path;
}

/** One tile of the border: the paths of two woven ribbons. */
export function borderTile(width: number) {
  const blue = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => wave({ width, height: 22, periods: 1, turn: (n * Math.PI) / 4 }));
  const red = [0, 1, 2, 3].map((n) => wave({ width, height: 9, periods: 2, turn: (n * Math.PI) / 2 }));
  return { blue: blue.join(""), red: red.join("") };
}

const circular = 0.5523;

/** An ellipse, rotated around the origin. */
function ellipse({
  x = 0,
  y = 0,
  rx,
  ry,
  degrees = 0,
}: {
  x?: number;
  y?: number;
  rx: number;
  ry: number;
  degrees?: number;
}) {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const turned = (px: number, py: number) => at(px * cos - py * sin, px * sin + py * cos);
  const [kx, ky] = [rx * circular, ry * circular];
  return [
    `M${turned(x + rx, y)}`,
    `C${turned(x + rx, y + ky)} ${turned(x + kx, y + ry)} ${turned(x, y + ry)}`,
    `C${turned(x - kx, y + ry)} ${turned(x - rx, y + ky)} ${turned(x - rx, y)}`,
    `C${turned(x - rx, y - ky)} ${turned(x - kx, y - ry)} ${turned(x, y - ry)}`,
    `C${turned(x + kx, y - ry)} ${turned(x + rx, y - ky)} ${turned(x + rx, y)}Z`,
  ].join("");
}

export function circle(radius: number): string {
  return ellipse({ rx: radius, ry: radius });
}

/** Ellipses around the origin, each `out` away from it. */
export function rosette({ count, out, rx, ry }: { count: number; out: number; rx: number; ry: number }): string {
  return Array.from({ length: count }, (_, n) => ellipse({ x: out, rx, ry, degrees: (360 / count) * n })).join("");
}

export function box({
  x,
  y,
  width,
  height,
  radius = 0,
}: {
  x: number;
  y: number;
  width: number;
  height: number;
  radius?: number;
}) {
  if (radius === 0) return `M${at(x, y)}h${round(width)}v${round(height)}h${round(-width)}Z`;
  const k = radius * (1 - circular);
  const [right, bottom] = [x + width, y + height];
  return [
    `M${at(x + radius, y)}L${at(right - radius, y)}C${at(right - k, y)} ${at(right, y + k)} ${at(right, y + radius)}`,
    `L${at(right, bottom - radius)}C${at(right, bottom - k)} ${at(right - k, bottom)} ${at(right - radius, bottom)}`,
    `L${at(x + radius, bottom)}C${at(x + k, bottom)} ${at(x, bottom - k)} ${at(x, bottom - radius)}`,
    `L${at(x, y + radius)}C${at(x, y + k)} ${at(x + k, y)} ${at(x + radius, y)}Z`,
  ].join("");
}

/** The upper half of a disc around the origin. */
export function halfSun(radius: number): string {
  const k = radius * circular;
  return `M${at(-radius, 0)}C${at(-radius, -k)} ${at(-k, -radius)} ${at(0, -radius)}C${at(k, -radius)} ${at(radius, -k)} ${at(radius, 0)}Z`;
}
