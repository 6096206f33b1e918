type Props = { className?: string; isBleeding?: boolean };

/** The brand picture: a half sun, the horizon, and light on water drawn as lines of code. Without the sea, a window with code. */
export function Horizon({ className = "", isBleeding = false }: Props) {
  return (
    <svg
      viewBox="0 0 160 104"
      preserveAspectRatio="xMidYMid slice"
      className={`${isBleeding ? "size-full" : "rounded-medium"} ${className}`}
      aria-hidden="true"
      width="160"
      height="104"
    >
      <path d="M0 0h160v104H0z" className="fill-art-sky" />
      <path d="M48 56a32 32 0 0 1 64 0z" className="fill-art-sun" />
      <path d="M0 56h160v48H0z" className="fill-art-water" />
      <path d="M36 104V48a8 8 0 0 1 8-8h72a8 8 0 0 1 8 8v56z" className="fill-art-window" />
      <g className="fill-sun">
        <rect x="56" y="63" width="44" height="5" rx="2.5" />
        <rect x="70" y="83" width="34" height="5" rx="2.5" />
      </g>
      <g className="fill-art-bar">
        <rect x="64" y="73" width="20" height="5" rx="2.5" />
        <rect x="88" y="73" width="12" height="5" rx="2.5" />
        <rect x="60" y="93" width="24" height="5" rx="2.5" />
      </g>
    </svg>
  );
}
