import * as styles from "./hero-art.module.css";

type Bar = [indent: number, ...segments: [length: number, colour: string][]];

const sun = "fill-sun";
const glow = "fill-glow";
const white = "fill-on-deep";
const sky = "fill-on-deep-2";

/** The last, widely spaced glints below the film. */
const reflection: Bar[] = [
  [40, [90, sky]],
  [250, [64, sun], [28, glow]],
  [120, [46, white]],
  [330, [72, sky]],
  [200, [30, glow]],
];

/** Sunlight on water, drawn as lines of code. */
export function HeroSea() {
  return (
    <svg
      viewBox="0 0 640 220"
      width="640"
      height="220"
      aria-hidden="true"
      className="hidden h-auto w-full overflow-visible lg:block"
    >
      {reflection.map(([indent, ...segments], row) => {
        let x = 52 + indent;
        return (
          <g key={segments.map(([length]) => length).join()} className={styles.drift}>
            {segments.map(([length, colour]) => {
              const left = x;
              x += length + 9;
              return (
                <rect key={left} x={left} y={24 + row * 38} width={length} height="11" rx="5.5" className={colour} />
              );
            })}
          </g>
        );
      })}
    </svg>
  );
}

/** The balustrade of the promenade, as long as the page is wide. */
export function SeaWall() {
  return (
    <svg width="100%" height="44" aria-hidden="true" className="block">
      <defs>
        <pattern id="balustrade" width="32" height="44" patternUnits="userSpaceOnUse">
          <rect width="32" height="44" className="fill-art-wall" />
          <path d="M8 38V24a8 8 0 0 1 16 0v14z" className="fill-art-wall-2" />
        </pattern>
      </defs>
      <rect width="100%" height="44" fill="url(#balustrade)" />
      <rect width="100%" height="10" className="fill-art-wall" />
      <rect y="9" width="100%" height="3" className="fill-art-wall-2" />
    </svg>
  );
}
