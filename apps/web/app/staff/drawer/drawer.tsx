import type { CashDrawer } from "@shoreline/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Message } from "../../ui/message.tsx";
import { saleClient } from "../client.ts";
import { dayText } from "../date/date-text.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { moneyText } from "../money.ts";
import { NothingYet } from "../nothing-yet.tsx";
import { PageHead, PageSection } from "../page-head.tsx";
import * as table from "../table.module.css";
import * as styles from "./drawer.module.css";
import { DrawerForm } from "./drawer-form.tsx";
import { OpenDrawer } from "./open-drawer.tsx";

const drawersKey = ["sale", "drawers"];

/** The cash of each desk: what it should be, what moved, and what was counted. */
export default function Drawer() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({ queryKey: drawersKey, queryFn: () => saleClient.drawers({}) });
  const [news, setNews] = useState("");
  const finish = (text: string) => {
    setNews(text);
    queries.invalidateQueries({ queryKey: ["sale"] });
  };
  const open = data?.drawers.filter(({ closedAt }) => closedAt === null) ?? [];
  const closed = data?.drawers.filter(({ closedAt }) => closedAt !== null) ?? [];
  const free = data?.desks.filter((desk) => !open.some((drawer) => drawer.desk === desk)) ?? [];
  return (
    <>
      <PageHead title="Cash drawer" about="Opened with a count, closed with a count; a difference is explained." />
      <Message notice={news ? { kind: "done", text: news } : null} onDismiss={() => setNews("")} />
      {error ? <LoadProblem what="The cash drawer" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading />}
      {data ? (
        <>
          {open.map((drawer) => (
            <DrawerForm key={drawer.drawerId} drawer={drawer} today={data.today} onDone={finish} />
          ))}
          {free.map((desk) => (
            <OpenDrawer
              key={desk}
              desk={desk}
              closed={closed.find((drawer) => drawer.desk === desk && drawer.day === data.today)}
              onDone={finish}
            />
          ))}
          <PageSection id="closed" title="Closed" count={closed.length}>
            {closed.length > 0 ? (
              <ClosedDrawers drawers={closed} />
            ) : (
              <NothingYet title="No drawer was closed yet.">
                <p>Each day of each desk is listed here with what was counted.</p>
              </NothingYet>
            )}
          </PageSection>
        </>
      ) : null}
    </>
  );
}

function ClosedDrawers({ drawers }: { drawers: CashDrawer[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than the page scrolls by key.
    <section className={table.scroll} aria-label="Table: closed drawers" tabIndex={0}>
      <table className={`${table.table} ${table.rows} ${styles.closed}`}>
        <caption className="sr-only">Closed drawers</caption>
        <thead>
          <tr>
            <th>Day</th>
            <th>Desk</th>
            <th className={table.end}>Should be</th>
            <th className={table.end}>Counted</th>
            <th>Difference</th>
            <th>Closed by</th>
          </tr>
        </thead>
        <tbody>
          {drawers.map(({ drawerId, day, desk, expectedInPaise, countedInPaise, explanation, closedBy }) => (
            <tr key={drawerId}>
              <td className={styles.day}>{dayText(day)}</td>
              <td className={styles.desk}>{desk}</td>
              <td className={`${table.end} ${styles.expected}`} data-label="Should be">
                {moneyText(expectedInPaise)}
              </td>
              <td className={`${table.end} ${styles.counted}`}>{moneyText(countedInPaise ?? 0)}</td>
              <td className={styles.difference} data-label="Difference">
                {differenceText((countedInPaise ?? 0) - expectedInPaise, explanation)}
              </td>
              <td className={styles.closer}>{closedBy}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function differenceText(difference: number, explanation: string): string {
  if (difference === 0) return "None";
  return `${moneyText(Math.abs(difference))} ${difference < 0 ? "missing" : "too much"}: ${explanation}`;
}
