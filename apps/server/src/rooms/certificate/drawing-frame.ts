import type { Look } from "../../pdf/look.ts";
import { cream, type Shape } from "./marks.ts";
import { borderTile, box, circle, rosette } from "./ornament.ts";

const [inner, outer] = [52, { right: 1068, bottom: 740 }];
const tiles = { across: 14, down: 9 };

// A small rosette fills the eye of the large one.
const watermark = rosette({ count: 48, out: 120, rx: 150, ry: 74 }) + rosette({ count: 20, out: 15, rx: 15, ry: 8 });

const width = (outer.right - inner) / tiles.across;
const height = (outer.bottom - inner) / tiles.down;
const [across, down] = [borderTile(width), borderTile(height)];
const corner = {
  wide: rosette({ count: 18, out: 14, rx: 15, ry: 9 }),
  narrow: rosette({ count: 12, out: 7, rx: 7, ry: 5 }),
};

/** The paper, the woven border with its corners, and a rosette behind the words. */
export function frame({ colours }: Look): Shape[] {
  const rows = [inner, outer.bottom].flatMap((y) =>
    Array.from({ length: tiles.across }, (_, n): [number, number] => [inner + n * width, y]),
  );
  const columns = [inner, outer.right].flatMap((x) =>
    Array.from({ length: tiles.down }, (_, n): [number, number, number] => [x, inner + n * height, 90]),
  );
  const line = (path: string, stroke: string, lineWidth: number): Shape => ({ kind: "shape", path, stroke, lineWidth });
  return [
    { kind: "shape", path: box({ x: 0, y: 0, width: 1120, height: 792 }), fill: cream },
    { ...line(across.blue, colours.sea, 0.8), at: rows },
    { ...line(across.red, colours.coral, 0.8), at: rows },
    { ...line(down.blue, colours.sea, 0.8), at: columns },
    { ...line(down.red, colours.coral, 0.8), at: columns },
    line(box({ x: 18, y: 18, width: 1084, height: 756 }), colours.sea, 2),
    line(box({ x: 86, y: 86, width: 948, height: 620 }), colours.sea, 1),
    ...corners(colours),
    { ...line(watermark, colours.sea, 0.8), opacity: 0.1, at: [[408, 396]] },
  ];
}

function corners(colours: Look["colours"]): Shape[] {
  const at = [inner, outer.right].flatMap((x) => [inner, outer.bottom].map((y): [number, number] => [x, y]));
  return [
    { kind: "shape", path: circle(33), fill: cream, at },
    { kind: "shape", path: corner.wide, stroke: colours.sea, lineWidth: 0.8, at },
    { kind: "shape", path: corner.narrow, stroke: colours.coral, lineWidth: 0.8, at },
    { kind: "shape", path: circle(31), stroke: colours.sea, lineWidth: 1.2, at },
  ];
}
