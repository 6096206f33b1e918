import type { Api, Input, TodayEntry, TodaysClass } from "@shoreline/contract";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { deskClient } from "../client.ts";
import { useRowKeys } from "../keys.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { Pager } from "../pager.tsx";
import { may, useMe } from "../queries.ts";
import { StatusMark } from "../status-mark.tsx";
import * as table from "../table.module.css";
import { useSearch } from "../use-search.ts";
import { formatClock, formatWhen } from "../when.ts";
import { AllDone } from "./all-done.tsx";
import { isBefore } from "./today-figures.ts";
import * as styles from "./today-lists.module.css";
import { ClassState, type EntryPart, EntryText } from "./today-lists.tsx";

export function ClassPage({ nothing }: { nothing: string }) {
  const input = useAsked<Input<Api["desk"]["classes"]>>("only");
  const { data, error, refetch } = usePage("classes", input, () => deskClient.classes(input));
  return (
    <Page error={error} onRetry={refetch} next={data?.next} isEmpty={data?.classes.length === 0} nothing={nothing}>
      {data ? <WideClassTable classes={data.classes} now={data.now} /> : null}
    </Page>
  );
}

export function EntryPage({ part, nothing }: { part: EntryPart; nothing: string }) {
  const input = useAsked<Input<Api["desk"]["failed"]>>("kind");
  const { data, error, refetch } = usePage(part, input, () => deskClient[part](input));
  return (
    <Page error={error} onRetry={refetch} next={data?.next} isEmpty={data?.entries.length === 0} nothing={nothing}>
      {data ? <EntryTable part={part} entries={data.entries} /> : null}
    </Page>
  );
}

/** What the address asks for. The server refuses what somebody has typed into it. */
function useAsked<Asked>(filter: "only" | "kind"): Asked {
  const search = useSearch();
  const given = [filter, "after"].flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : []));
  return Object.fromEntries(given);
}

function usePage<Reply>(part: string, input: object, read: () => Promise<Reply>) {
  return useQuery({ queryKey: ["today", part, input], queryFn: read, staleTime: 0 });
}

type PageProps = {
  error: unknown;
  onRetry(): void;
  next: string | null | undefined;
  isEmpty: boolean;
  nothing: string;
  children: ReactNode;
};

function Page({ error, onRetry, next, isEmpty, nothing, children }: PageProps) {
  const search = useSearch();
  useRowKeys();
  if (error) return <LoadProblem what="The list" error={error} onRetry={onRetry} />;
  if (next === undefined) return <Loading />;
  const isWhole = !search.get("after") && !search.get("only") && !search.get("kind");
  return (
    <>
      {isEmpty && isWhole ? <AllDone title={nothing} /> : null}
      {isEmpty && !isWhole ? <p>{search.get("after") ? "There are no more." : "There are none of these."}</p> : null}
      {isEmpty ? null : children}
      <Pager next={next} first="First page" on="Next page" />
    </>
  );
}

/** A line for each class; on a phone a few. */
function WideClassTable({ classes, now }: { classes: TodaysClass[]; now: string }) {
  return (
    <table className={`${table.table} ${table.rows}`}>
      <caption className="sr-only">Classes today</caption>
      <thead>
        <tr>
          <th>Time</th>
          <th>Class</th>
          <th>Topic</th>
          <th>Trainer</th>
          <th className={table.end}>Learners</th>
          <th>State</th>
        </tr>
      </thead>
      <tbody>
        {classes.map((one) => (
          <tr key={one.classId}>
            <td className={styles.when}>{formatClock(one.startsAt)}</td>
            <td className={`${styles.wide} ${styles.course}`}>
              <b>{one.course}</b>
              {one.isYours ? <span className={styles.yours}>Yours</span> : null}
            </td>
            <td className={`${table.dim} ${styles.wide} ${styles.topic}`} title={one.topic}>
              {one.topic}
            </td>
            <td className={styles.when}>{one.trainer ?? <StatusMark shape="act">No trainer</StatusMark>}</td>
            <td className={`${table.end} ${styles.deskOnly}`}>{one.learners}</td>
            <td className={styles.state}>
              <ClassState one={one} now={now} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function EntryTable({ part, entries }: { part: EntryPart; entries: TodayEntry[] }) {
  const now = new Date();
  return (
    <table className={`${table.table} ${table.rows}`}>
      <caption className="sr-only">{part}</caption>
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
function ToDo({ entry: { kind, text, reason } }: { entry: TodayEntry }) {
  const me = useMe();
  const number = /\+\d{8,15}$/.exec(text)?.[0];
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
  if (kind === "payment") return <span className={table.dim}>Compare it with your payment provider</span>;
  return <span className={table.dim}>Ask your system administrator</span>;
}
