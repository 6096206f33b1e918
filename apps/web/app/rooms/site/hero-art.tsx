type Bar = [indent: number, ...segments: [length: number, colour: string][]];

const sun = "fill-sun";
const coral = "fill-coral";
const white = "fill-on-deep";
const sky = "fill-on-deep-2";

const reflection: Bar[] = [
  [0, [118, coral], [96, sun], [70, sky]],
  [27, [84, white], [58, sun], [92, coral]],
  [54, [136, sun], [46, sky]],
  [54, [58, coral], [104, sun]],
  [81, [92, sun], [28, white]],
  [54, [40, sky], [70, coral]],
  [27, [64, sun]],
  [0, [26, white]],
];

/** Sunlight on water, drawn as lines of code. */
export function HeroSea() {
  return (
    <svg viewBox="0 0 640 220" width="640" height="220" aria-hidden="true" className="h-auto w-full overflow-visible">
      {reflection.map(([indent, ...segments], row) => {
        let x = 52 + indent;
        return (
          <g key={segments.map(([length]) => length).join()} className="drift">
            {segments.map(([length, colour]) => {
              const left = x;
              x += length + 9;
              return (
                <rect key={left} x={left} y={16 + row * 22} width={length} height="11" rx="5.5" className={colour} />
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
