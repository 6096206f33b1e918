import type { Counted, SavedView } from "@shoreline/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { without } from "../audit/audit-filter.ts";
import { inboxClient } from "../client.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { countText } from "../count-text.ts";
import { StaffIcon } from "../icon.tsx";
import * as styles from "../tabs.module.css";
import { useSearch } from "../use-search.ts";
import { viewQuery, withoutLead, withView } from "./lead-filter.ts";
import { useViews, viewsKey } from "./lead-queries.ts";
import { useViewCounts } from "./lead-view-counts.ts";
import { leadsText } from "./lead-words.ts";
import { SaveViewDialog } from "./save-view-dialog.tsx";

const builtIn = [
  { name: "All", query: "" },
  { name: "New", query: "status=new" },
  { name: "My calls", query: "owner=me&call=due&sort=next+call" },
  { name: "Spam", query: "spam=1" },
];

export function LeadViews({ onNews }: { onNews(text: string): void }) {
  const search = useSearch();
  const queries = useQueryClient();
  const views = useViews().data?.views ?? [];
  const [open, setOpen] = useState<"save" | SavedView | null>(null);
  const now = viewQuery(search);
  const isNow = ({ query }: { query: string }) => viewQuery(new URLSearchParams(query)) === now;
  const current = views.find(isNow);
  const countOf = useViewCounts([...builtIn, ...views].map(({ query }) => query));
  const finish = ({ views }: { views: SavedView[] }, text: string) => {
    queries.setQueryData(viewsKey, { views });
    setOpen(null);
    onNews(text);
  };
  return (
    <div className={styles.bar} data-pipeline={search.get("show") === "pipeline"}>
      <nav className={styles.tabs} aria-label="Saved views">
        {builtIn.map((view) => (
          <ViewTab key={view.name} {...view} isNow={isNow(view)} counted={countOf(view.query)} />
        ))}
        {views.map((view) => (
          <ViewTab key={view.viewId} {...view} isNow={view === current} counted={countOf(view.query)} />
        ))}
        {current || builtIn.some(isNow) ? null : (
          <button type="button" className={styles.tab} onClick={() => setOpen("save")}>
            <StaffIcon name="star" />
            Save this view
          </button>
        )}
        {current?.mayRemove ? (
          <button type="button" className={styles.tab} onClick={() => setOpen(current)}>
            <StaffIcon name="x" />
            Remove this view
          </button>
        ) : null}
      </nav>
      <ShowSwitch />
      {open === "save" ? (
        <SaveViewDialog query={now} onSaved={(reply, text) => finish(reply, text)} onClose={() => setOpen(null)} />
      ) : null}
      {open && open !== "save" ? (
        <ConfirmDialog
          title="Remove this view"
          text={removalText(open)}
          button={`Remove ${open.name}`}
          isHard={false}
          run={async () => finish(await inboxClient.removeView({ viewId: open.viewId }), `${open.name} was removed.`)}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </div>
  );
}

function removalText({ name, isShared, isOwn, by }: SavedView): string {
  const whose = isOwn ? "" : `, which ${by} has shared,`;
  return `The view ${name}${whose} is removed${isShared ? " for everybody" : ""}. Its leads stay.`;
}

type TabProps = { name: string; query: string; isNow: boolean; counted: Counted | undefined };

function ViewTab({ name, query, isNow, counted }: TabProps) {
  const search = useSearch();
  return (
    <Link to={withView(search, query)} className={styles.tab} aria-current={isNow ? "page" : undefined}>
      {name}
      {counted ? (
        <span className={styles.count}>
          <span aria-hidden="true">{countText(counted)}</span>
          <span className="sr-only"> {leadsText(counted)}</span>
        </span>
      ) : null}
    </Link>
  );
}

/** The same leads as a list, or in a column for each status. */
function ShowSwitch() {
  const search = useSearch();
  const isPipeline = search.get("show") === "pipeline";
  const pipeline = withoutLead(search, "after");
  pipeline.set("show", "pipeline");
  return (
    <nav className={styles.show} aria-label="Show as">
      <Link to={`?${without(search, "show")}`} aria-current={isPipeline ? undefined : "true"}>
        List
      </Link>
      <Link to={`?${pipeline}`} aria-current={isPipeline ? "true" : undefined}>
        Pipeline
      </Link>
    </nav>
  );
}
