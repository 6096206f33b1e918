import { useNavigate } from "react-router";
import { IconButton } from "../controls.tsx";
import { countText } from "../count-text.ts";
import { useKeys } from "../keys.ts";
import { useSearch } from "../use-search.ts";
import { readLeadFilter } from "./lead-filter.ts";
import * as styles from "./lead-panel.module.css";
import { useLeadCount } from "./lead-queries.ts";
import { type Step, useNeighbours } from "./use-neighbours.ts";

/** From the open lead to the one before or after it. Back leads to the list, however far somebody has walked. */
export function LeadWalk({ leadId }: { leadId: string }) {
  const navigate = useNavigate();
  const { place, previous, next } = useNeighbours(leadId);
  const counted = useLeadCount(readLeadFilter(useSearch())).data;
  const go = async (step: Step | null) => {
    const to = await step?.();
    if (to) navigate(to, { replace: true, preventScrollReset: true });
  };
  useKeys({ j: () => go(next), k: () => go(previous) });
  return (
    <>
      {place && counted ? (
        <span className={styles.place}>
          {place} of {countText(counted)}
        </span>
      ) : null}
      <IconButton
        icon="left"
        label="Previous lead"
        title="Previous lead (K)"
        aria-keyshortcuts="K"
        aria-disabled={!previous}
        onClick={() => go(previous)}
      />
      <IconButton
        icon="right"
        label="Next lead"
        title="Next lead (J)"
        aria-keyshortcuts="J"
        aria-disabled={!next}
        onClick={() => go(next)}
      />
    </>
  );
}
