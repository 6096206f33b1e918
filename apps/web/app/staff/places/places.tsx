import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Message } from "../../ui/message.tsx";
import { Button } from "../controls.tsx";
import { FilterTabs } from "../filter-tabs.tsx";
import { StaffIcon } from "../icon.tsx";
import { PageHead } from "../page-head.tsx";
import { useSearch } from "../use-search.ts";
import { AddDialog } from "./add-dialog.tsx";
import { PauseDialog } from "./pause-dialog.tsx";
import { PauseList } from "./pause-list.tsx";
import { placesKey, usePlaceCounts } from "./place-queries.ts";
import { RequestList } from "./request-list.tsx";
import { WaitingLists } from "./waiting-lists.tsx";

/** Who asks for another batch, who waits for a seat, and who has paused. The tab is in the address. */
export default function Places() {
  const search = useSearch();
  const queries = useQueryClient();
  const { data: counts } = usePlaceCounts();
  const [open, setOpen] = useState<"add" | "pause" | null>(null);
  const [news, setNews] = useState("");
  const tab = search.get("tab") ?? "";
  const after = search.get("after");
  const page = after ? { after } : {};
  const finish = (text: string) => {
    setOpen(null);
    setNews(text);
    queries.invalidateQueries({ queryKey: placesKey });
  };
  return (
    <>
      <PageHead title="Places" about="Learners who ask for another batch, wait for a seat, or have paused.">
        {tab === "waiting" ? (
          <Button onClick={() => setOpen("add")}>
            <StaffIcon name="plus" />
            Add a learner
          </Button>
        ) : null}
        {tab === "pauses" ? (
          <Button onClick={() => setOpen("pause")}>
            <StaffIcon name="plus" />
            Pause a course
          </Button>
        ) : null}
      </PageHead>
      <FilterTabs
        label="Places"
        name="tab"
        options={[
          { value: "", text: "Requests", count: counts?.requests },
          { value: "waiting", text: "Waiting lists", count: counts?.waiting },
          { value: "pauses", text: "Pauses", count: counts?.pauses },
        ]}
      />
      <Message notice={news ? { kind: "done", text: news } : null} onDismiss={() => setNews("")} />
      {tab === "waiting" ? <WaitingLists page={page} onDone={finish} /> : null}
      {tab === "pauses" ? <PauseList page={page} onDone={finish} /> : null}
      {tab === "waiting" || tab === "pauses" ? null : <RequestList page={page} onDone={finish} />}
      {open === "add" ? <AddDialog onDone={finish} onClose={() => setOpen(null)} /> : null}
      {open === "pause" ? <PauseDialog onDone={finish} onClose={() => setOpen(null)} /> : null}
    </>
  );
}
