import { useState } from "react";

type Chosen = { view: string; ids: ReadonlySet<string>; isAll: boolean; last: string | null };
export type LeadSelection = ReturnType<typeof useLeadSelection>;

/** Which leads are chosen, on this page and on others of the same filter (`view`). `isAll`: all that fit the filter. */
export function useLeadSelection({ view, pageIds }: { view: string; pageIds: string[] }) {
  const none: Chosen = { view, ids: new Set(), isAll: false, last: null };
  const [kept, setKept] = useState(none);
  const { ids, isAll, last } = kept.view === view ? kept : none;
  const isChosen = (id: string) => isAll || ids.has(id);
  const isPageChosen = pageIds.length > 0 && pageIds.every(isChosen);

  const choose = (changed: string[], { isOn, from }: { isOn: boolean; from: string | null }) => {
    const next = new Set(isAll ? pageIds : ids);
    for (const id of changed) isOn ? next.add(id) : next.delete(id);
    setKept({ view, ids: next, isAll: false, last: from });
  };
  const toggle = (id: string) => choose([id], { isOn: !isChosen(id), from: id });
  return {
    ids,
    isAll,
    isChosen,
    isPageChosen,
    hasSome: isAll || ids.size > 0,
    toggle,
    /** From the row that was chosen last to this one. */
    chooseRange(id: string) {
      const [start, end] = [pageIds.indexOf(last ?? ""), pageIds.indexOf(id)].sort((a, b) => a - b);
      if (start === undefined || end === undefined || start < 0) toggle(id);
      else choose(pageIds.slice(start, end + 1), { isOn: true, from: id });
    },
    togglePage: () => choose(pageIds, { isOn: !isPageChosen, from: null }),
    chooseAll: () => setKept({ view, ids, isAll: true, last: null }),
    clear: () => setKept(none),
  };
}
