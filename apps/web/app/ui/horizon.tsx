/** The figure of the house: a half sun, the horizon, and light on water drawn as lines of code. */
export function Horizon({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 160 96" className={className} aria-hidden="true" width="160" height="96">
      <path d="M48 48a32 32 0 0 1 64 0z" className="fill-art-sun" />
      <path d="M0 48h160v48H0z" className="fill-deep" />
      <g className="fill-sun">
        <rect x="56" y="56" width="44" height="5" rx="2.5" />
        <rect x="70" y="76" width="34" height="5" rx="2.5" />
      </g>
      <g className="fill-coral">
        <rect x="64" y="66" width="20" height="5" rx="2.5" />
        <rect x="88" y="66" width="12" height="5" rx="2.5" />
        <rect x="60" y="86" width="24" height="5" rx="2.5" />
      </g>
    </svg>
  );
}
