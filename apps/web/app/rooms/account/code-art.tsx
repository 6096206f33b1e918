const fills = ["fill-sun", "fill-on-deep-2", "fill-deep-rule", "fill-on-deep"];

/** Each row is an indent and the widths of its bars. */
const rows = [
  [0, 70, 120, 44],
  [1, 150, 60],
  [2, 56, 190],
  [2, 110, 84, 40],
  [3, 200],
  [2, 48],
  [1, 90, 140],
  [0, 40],
  [0, 130, 96],
  [1, 64, 180, 52],
  [2, 170],
  [1, 100, 44],
  [0, 40],
];

/** Lines of code without letters, for an institute that has no drawing of its own here. */
export function CodeArt() {
  return (
    <svg viewBox="0 0 640 860" preserveAspectRatio="xMidYMid slice" width="640" height="860" aria-hidden="true">
      <path d="M0 0h640v860H0z" className="fill-deep" />
      {rows.map(([indent = 0, ...widths], row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a drawing that never changes.
        <g key={row}>
          {widths.map((width, at) => (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: as above.
              key={at}
              x={88 + indent * 44 + widths.slice(0, at).reduce((sum, one) => sum + one + 20, 0)}
              y={118 + row * 50}
              width={width}
              height="18"
              rx="9"
              className={fills[(row + at * 3) % fills.length]}
            />
          ))}
        </g>
      ))}
    </svg>
  );
}
