import type { Api, Input, TodayEntry } from "@shoreline/contract";
import { Link } from "react-router";
import { deskClient } from "../client.ts";
import { may, useMe } from "../queries.ts";
import * as table from "../table.module.css";
import { formatWhen } from "../when.ts";
import { isBefore, todayParts } from "./today-figures.ts";
import * as styles from "./today-lists.module.css";
import { type EntryPart, EntryText } from "./today-lists.tsx";
import { TodayPage, useAsked, useTodayPage } from "./today-page.tsx";

export function EntryPage({ part, nothing }: { part: EntryPart; nothing: string }) {
  const input = useAsked<Input<Api["desk"]["failed"]>>("kind");
  const { data, error, refetch } = useTodayPage(part, input, () => deskClient[part](input));
  return (
    <TodayPage
      error={error}
      onRetry={refetch}
      next={data?.next}
      isEmpty={data?.entries.length === 0}
      nothing={input.kind ? { text: "Nothing of this kind failed." } : { title: nothing }}
    >
      {data ? <EntryTable part={part} entries={data.entries} /> : null}
    </TodayPage>
  );
}

function EntryTable({ part, entries }: { part: EntryPart; entries: TodayEntry[] }) {
  const now = new Date();
  return (
    <table className={`${table.table} ${table.rows}`}>
      <caption className="sr-only">{todayParts[part].title}</caption>
      <thead>
        <tr>
          <th>What</th>
          <th className={table.end}>When</th>
          <th>What to do</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => {
          const { entryId, kind, reason, at } = entry;
          const isLate = at && part === "expiring" && isBefore(at, now.toISOString());
          return (
            <tr key={`${kind} ${entryId}`}>
              <td className={styles.entry}>
                <EntryText entry={entry} />
                {reason && kind !== "backup" ? <span className={styles.sub}>{reason}</span> : null}
              </td>
              <td className={`${table.end} ${isLate ? styles.late : table.moment}`}>
                {at ? formatWhen(at, now) : null}
              </td>
              <td className={styles.todo}>
                <ToDo entry={entry} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** What somebody can do about it here, or whom to ask. */
function ToDo({ entry: { kind, text, number, reason } }: { entry: TodayEntry }) {
  const me = useMe();
  if (kind === "message" && number && may(me, "see leads"))
    return (
      <Link to={`/staff/leads?words=${encodeURIComponent(number)}`} data-row={text}>
        Find the person
      </Link>
    );
  if (kind === "notification" && may(me, "change connections"))
    return (
      <Link to="/staff/connections" data-row={text}>
        See the deliveries
      </Link>
    );
  if (kind === "invitation")
    return (
      <Link to="/staff/people" data-row={text}>
        Invite again
      </Link>
    );
  if (kind === "backup") return reason;
  if (kind === "payment")
    return (
      <Link to="/staff/payments?view=waiting" data-row={text}>
        Decide
      </Link>
    );
  return <span className={table.dim}>Ask your system administrator</span>;
}
