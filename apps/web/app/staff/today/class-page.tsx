import type { Api, Input, Reply, TodaysClass } from "@shoreline/contract";
import { Link } from "react-router";
import { without } from "../audit/audit-filter.ts";
import { deskClient } from "../client.ts";
import { countText } from "../count-text.ts";
import { FilterTabs } from "../filter-tabs.tsx";
import { StatusMark } from "../status-mark.tsx";
import * as table from "../table.module.css";
import { bar, show } from "../tabs.module.css";
import { useSearch } from "../use-search.ts";
import { formatClock } from "../when.ts";
import * as styles from "./today-lists.module.css";
import { ClassName, ClassState } from "./today-lists.tsx";
import { TodayPage, useAsked, useTodayPage } from "./today-page.tsx";

type Asked = Input<Api["desk"]["classes"]>;
type Counts = Reply<Api["desk"]["classes"]>["counts"];

const onlyTexts = { "": "Any", mine: "Yours", "no trainer": "No trainer", "no link": "No link" };

/** The classes of today. The list opens on what runs and comes next. */
export function ClassPage({ nothing }: { nothing: string }) {
  const asked = useAsked<Omit<Asked, "when"> & { when?: string }>("when", "only");
  const { when = "ahead", ...rest } = asked;
  const input = (when === "all" ? rest : { ...rest, when }) as Asked;
  const { data, error, refetch } = useTodayPage("classes", input, () => deskClient.classes(input));
  return (
    <>
      <ClassFilters counts={data?.counts} />
      <TodayPage
        error={error}
        onRetry={refetch}
        next={data?.next}
        isEmpty={data?.classes.length === 0}
        nothing={nothingOf({ nothing, only: input.only, counts: data?.counts })}
      >
        {data ? <WideClassTable classes={data.classes} now={data.now} /> : null}
      </TodayPage>
    </>
  );
}

function ClassFilters({ counts }: { counts: Counts | undefined }) {
  const search = useSearch();
  return (
    <div className={bar}>
      <FilterTabs
        label="Time"
        name="when"
        options={[
          { value: "", text: "Now and next", count: counts && countText(counts.ahead) },
          { value: "over", text: "Over", count: counts && countText(counts.over) },
          { value: "all", text: "All", count: counts && countText(allOf(counts)) },
        ]}
      />
      <nav className={show} aria-label="Show only">
        {Object.entries(onlyTexts).map(([value, text]) => {
          const next = without(search, "only", "after");
          if (value) next.set("only", value);
          return (
            <Link
              key={value}
              to={`?${next}`}
              aria-current={value === (search.get("only") ?? "") ? "true" : undefined}
              preventScrollReset
            >
              {text}
            </Link>
          );
        })}
      </nav>
    </div>
  );
}

/** Of both tabs beside it. */
const allOf = ({ ahead, over }: Counts) => ({
  count: ahead.count + over.count,
  isMore: ahead.isMore || over.isMore,
});

type Empty = { nothing: string; only: string | undefined; counts: Counts | undefined };

function nothingOf({ nothing, only, counts }: Empty) {
  if (only) return { text: "No class matches these filters." };
  if (counts?.ahead.count) return { text: "No class is over yet." };
  return counts?.over.count ? { text: "All classes of today are over." } : { title: nothing };
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
          <tr key={one.classId} className={table.row}>
            <td className={styles.when}>{formatClock(one.startsAt)}</td>
            <td className={`${styles.wide} ${styles.course}`}>
              <ClassName one={one} />
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
