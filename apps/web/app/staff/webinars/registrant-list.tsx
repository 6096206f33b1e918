import type { Api, Reply } from "@shoreline/contract";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { registrantClient } from "../client.ts";
import { useKeys } from "../keys.ts";
import { useLeadSelection } from "../leads/lead-selection.ts";
import { nothing } from "../leads/leads.module.css";
import { Pager } from "../pager.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useSearch } from "../use-search.ts";
import { useTask } from "../use-task.ts";
import { RegistrantBulk } from "./registrant-bulk.tsx";
import { RegistrantTable } from "./registrant-table.tsx";
import { webinarsKey } from "./webinar-queries.ts";
import { markedText, type Said } from "./webinar-words.ts";

type List = Reply<Api["registrants"]["list"]>;

export function RegistrantList({ list, onNews }: { list: List; onNews(text: string): void }) {
  const { webinar, registrants, next } = list;
  const search = useSearch();
  const queries = useQueryClient();
  const task = useTask();
  const view = `${webinar.webinarId} ${search.get("attendance") ?? ""} ${search.get("words") ?? ""}`;
  const selection = useLeadSelection({ view, pageIds: registrants.map(({ seatId }) => seatId) });
  useKeys({ x: (event) => chooseFocused(event.shiftKey ? selection.chooseRange : selection.toggle) });
  const mark = (seatIds: string[], attended: Said) =>
    task.run(async () => {
      const { changed } = await registrantClient.attendance({ webinarId: webinar.webinarId, seatIds, attended });
      selection.clear();
      onNews(markedText(changed, { asked: seatIds.length, attended }));
      await queries.invalidateQueries({ queryKey: webinarsKey });
    });
  if (registrants.length === 0) return <Nobody isUpcoming={webinar.state === "upcoming"} />;
  return (
    <>
      <TaskProblem task={task} />
      {task.fields.seatIds ? <p role="alert">{task.fields.seatIds}</p> : null}
      <RegistrantTable registrants={registrants} selection={selection} onMark={mark} />
      <Pager next={next} first="Newest" on="Older" />
      {selection.hasSome ? (
        <RegistrantBulk
          count={selection.ids.size}
          isBusy={task.isBusy}
          onMark={(attended) => mark([...selection.ids], attended)}
          onNone={selection.clear}
        />
      ) : null}
    </>
  );
}

/** The registrant whose row has the focus. */
function chooseFocused(choose: (seatId: string) => void): void {
  const seatId = document.activeElement?.getAttribute("data-row");
  if (seatId) choose(seatId);
}

function Nobody({ isUpcoming }: { isUpcoming: boolean }) {
  const search = useSearch();
  const isFiltered = search.get("attendance") || search.get("words");
  if (!isFiltered && search.get("after")) return <p>There are no more registrants.</p>;
  if (!isFiltered)
    return (
      <p>
        {isUpcoming
          ? "Nobody has registered yet. Share the page of the webinar: everybody who registers is listed here."
          : "Nobody registered for this webinar."}
      </p>
    );
  return (
    <div role="status" className={nothing}>
      <p>
        <b>Nobody fits these filters.</b>
      </p>
      <Link to="?">Clear the filters</Link>
    </div>
  );
}
