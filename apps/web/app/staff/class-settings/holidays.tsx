import type { Holidays as Calendar } from "@shoreline/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { formatDate } from "../../lib/format.ts";
import { Message } from "../../ui/message.tsx";
import { count } from "../batches/batch-words.ts";
import { planningClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { DayField } from "../date/day-field.tsx";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { PageSection } from "../page-head.tsx";
import { may, useMe } from "../queries.ts";
import { TaskProblem } from "../task-problem.tsx";
import { useSearch } from "../use-search.ts";
import { useTask } from "../use-task.ts";
import * as styles from "./class-settings.module.css";
import { ClassSettingsPage } from "./class-settings-page.tsx";
import { FileDialog } from "./file-dialog.tsx";
import { OfferedDays } from "./offered-days.tsx";

const holidaysKey = ["holidays"];

/** The year is in the address. */
export default function Holidays() {
  const given = Number(useSearch().get("year"));
  const year = given >= 2000 && given <= 2099 ? given : new Date().getFullYear();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: [...holidaysKey, year],
    queryFn: () => planningClient.holidays({ year }),
  });
  const [news, setNews] = useState("");
  const mayChange = may(useMe(), "change class settings");
  const finish = (calendar: Calendar, text: string) => {
    queries.invalidateQueries({ queryKey: ["batches", "preview"] });
    queries.invalidateQueries({ queryKey: holidaysKey });
    queries.setQueryData([...holidaysKey, year], calendar);
    setNews(text);
  };
  return (
    <ClassSettingsPage>
      <Message notice={news ? { kind: "done", text: news } : null} onDismiss={() => setNews("")} />
      {error ? <LoadProblem what="The calendar" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading />}
      {data ? (
        <>
          <nav className={styles.years} aria-label="Year">
            {data.years.map((one) => (
              <Link key={one} to={`?year=${one}`} aria-current={one === year ? "page" : undefined}>
                {one === year ? <b>{one}</b> : one}
              </Link>
            ))}
          </nav>
          <Days calendar={data} year={year} mayChange={mayChange} onDone={finish} />
          <Touched touched={data.touched} />
          {mayChange ? <OfferedDays key={year} offered={data.offered} year={year} onDone={finish} /> : null}
        </>
      ) : null}
    </ClassSettingsPage>
  );
}

/** A day off does not move classes by itself: their learners would have to be told. */
function Touched({ touched }: { touched: Calendar["touched"] }) {
  if (touched.length === 0) return null;
  return (
    <PageSection id="touched" title="Classes on these days" count={touched.length}>
      <p>These batches were planned before. Plan their classes again, or move single ones in the timetable.</p>
      <details className={styles.fold}>
        <summary>Show them</summary>
        <ul className={styles.rows}>
          {touched.map(({ batchId, name, courseName, day, classes }) => (
            <li key={`${batchId} ${day}`}>
              <span className={styles.day}>{formatDate(day)}</span>
              <span className={styles.name}>
                <Link to={`/staff/batches/${batchId}/change`}>{courseName}</Link>, {name}
              </span>
              <span className={styles.note}>{count(classes, "class", "classes")}</span>
            </li>
          ))}
        </ul>
      </details>
    </PageSection>
  );
}

type DaysProps = {
  calendar: Calendar;
  year: number;
  mayChange: boolean;
  onDone(calendar: Calendar, news: string): void;
};

function Days({ calendar, year, mayChange, onDone }: DaysProps) {
  const task = useTask();
  const [day, setDay] = useState("");
  const [name, setName] = useState("");
  const [isReading, setReading] = useState(false);
  const add = () =>
    task.run(async () => {
      const added = await planningClient.addHolidays({ days: [{ day, name }], year });
      setDay("");
      setName("");
      onDone(added, `${formatDate(day)} is without classes.`);
    });
  const remove = (gone: string) =>
    task.run(async () => onDone(await planningClient.removeHoliday({ day: gone }), `${formatDate(gone)} is removed.`));
  return (
    <PageSection id="days" title={`Days without classes in ${year}`} count={calendar.days.length}>
      <TaskProblem task={task} />
      {mayChange ? (
        <>
          <div className={styles.add}>
            <DayField label="Day" value={day} error={task.fields["days.0.day"]} onChange={setDay} />
            <Field
              label="What for"
              value={name}
              maxLength={100}
              error={task.fields["days.0.name"]}
              onChange={(event) => setName(event.target.value)}
            />
            <Button isBusy={task.isBusy} onClick={add}>
              Add the day
            </Button>
          </div>
          <ButtonRow>
            <Button look="line" onClick={() => setReading(true)}>
              Import a calendar file
            </Button>
          </ButtonRow>
        </>
      ) : null}
      {calendar.days.length === 0 ? <p>Classes are planned on every day of this year.</p> : null}
      <ul className={styles.rows}>
        {calendar.days.map((one) => (
          <li key={one.day}>
            <span className={styles.day}>{formatDate(one.day)}</span>
            <span className={styles.name}>{one.name}</span>
            {mayChange ? (
              <Button look="quiet" onClick={() => remove(one.day)}>
                Remove<span className="sr-only"> {one.name}</span>
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {isReading ? (
        <FileDialog
          year={year}
          onDone={(next, text) => {
            setReading(false);
            onDone(next, text);
          }}
          onClose={() => setReading(false)}
        />
      ) : null}
    </PageSection>
  );
}
