import type { LeadSelection } from "./lead-selection.ts";

export function PageCheckbox({ selection }: { selection: LeadSelection }) {
  const { hasSome, isPageChosen, togglePage } = selection;
  return (
    <input
      type="checkbox"
      aria-label="Choose all on this page"
      checked={isPageChosen}
      ref={(box) => {
        if (box) box.indeterminate = hasSome && !isPageChosen;
      }}
      onChange={togglePage}
    />
  );
}
