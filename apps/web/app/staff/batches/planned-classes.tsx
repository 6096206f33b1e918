import type { BatchPreview } from "@shoreline/contract";
import { useState } from "react";
import { formatDate } from "../../lib/format.ts";
import { Button, ButtonRow } from "../controls.tsx";
import { PageSection } from "../page-head.tsx";
import { StatusMark } from "../status-mark.tsx";
import * as table from "../table.module.css";
import { zone } from "../when.ts";
import { classTimeText } from "./batch-words.ts";
import * as styles from "./planned-classes.module.css";

const shownAtFirst = 10;

/** Classes and the days between them that are left out, in the order of the calendar. */
export function PlannedClasses({ preview }: { preview: BatchPreview }) {
  const [isWhole, setWhole] = useState(false);
  const { classes, skipped, clashes } = preview;
  const clashing = new Set(clashes.map(({ startsAt }) => startsAt));
  const shown = isWhole ? classes : classes.slice(0, shownAtFirst);
  const lastDay = dayOf(shown.at(-1)?.startsAt);
  const rows = [
    ...shown.map((one) => ({ ...one, day: dayOf(one.startsAt), kind: "class" as const })),
    ...skipped.filter(({ day }) => isWhole || day <= lastDay).map((one) => ({ ...one, kind: "skipped" as const })),
  ].sort((one, other) => one.day.localeCompare(other.day));
  return (
    <PageSection id="classes" title="Planned classes" count={classes.length}>
      <table className={`${table.table} ${table.rows} ${styles.classes}`}>
        <caption className="sr-only">Planned classes</caption>
        <thead>
          <tr>
            <th className={table.end}>No.</th>
            <th>Day</th>
            <th>Section</th>
            <th>Topic</th>
            <th>State</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) =>
            row.kind === "class" ? (
              <tr key={row.startsAt}>
                <td className={`${table.end} ${styles.number}`}>{row.number}</td>
                <td className={styles.day}>{classTimeText(row.startsAt)}</td>
                <td className={styles.section}>{row.section}</td>
                <td className={styles.topic}>{row.topic}</td>
                <td className={styles.state}>
                  {clashing.has(row.startsAt) ? (
                    <StatusMark shape="act">Clash</StatusMark>
                  ) : (
                    <StatusMark shape="begun">Planned</StatusMark>
                  )}
                </td>
              </tr>
            ) : (
              <tr key={row.day}>
                <td className={styles.number} />
                <td className={styles.day}>
                  <s>{formatDate(row.day)}</s>
                </td>
                <td className={styles.section} />
                <td className={styles.topic}>{row.name}: moved on</td>
                <td className={styles.state}>
                  <StatusMark shape="off">Skipped</StatusMark>
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      {!isWhole && classes.length > shownAtFirst ? (
        <ButtonRow>
          <Button look="line" onClick={() => setWhole(true)}>
            Show all {classes.length}
          </Button>
        </ButtonRow>
      ) : null}
    </PageSection>
  );
}

/** The day in the institute's time zone, 2026-11-24. */
function dayOf(iso: string | undefined): string {
  return iso ? new Intl.DateTimeFormat("sv-SE", { timeZone: zone() }).format(new Date(iso)) : "";
}
