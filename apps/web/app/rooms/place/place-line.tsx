import type { OwnPlace } from "@shoreline/contract";
import { placeId } from "./own-place.tsx";
import { batchText } from "./words.ts";

/** The batch in one line, and the way to what can be done about it. */
export function PlaceLine({ place: { batch, whyNoChange, longestPause } }: { place: OwnPlace }) {
  if (!batch) return null;
  const can = [...(whyNoChange ? [] : ["change"]), ...(longestPause > 0 ? ["pause"] : [])].join(" or ");
  return (
    <p className="text-ink-2">
      {batchText(batch)} · <a href={`#${placeId}`}>{can ? can[0]?.toUpperCase() + can.slice(1) : "Your batch"}</a>
    </p>
  );
}
