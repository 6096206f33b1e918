import type { Trainers as Listed } from "@shoreline/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Message } from "../../ui/message.tsx";
import { count, weekdays } from "../batches/batch-words.ts";
import { planningClient } from "../client.ts";
import { Button } from "../controls.tsx";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { NothingYet } from "../nothing-yet.tsx";
import { PageSection } from "../page-head.tsx";
import { may, useMe } from "../queries.ts";
import * as styles from "./class-settings.module.css";
import { ClassSettingsPage } from "./class-settings-page.tsx";
import { TrainerDialog } from "./trainer-dialog.tsx";
import { clockText, type Trainer } from "./trainer-hours.ts";

const trainersKey = ["trainers"];

export default function Trainers() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({ queryKey: trainersKey, queryFn: () => planningClient.trainers({}) });
  const [changes, setChanges] = useState<Trainer | null>(null);
  const [news, setNews] = useState("");
  const mayChange = may(useMe(), "change class settings");
  const finish = (next: Listed, text: string) => {
    queries.setQueryData(trainersKey, next);
    queries.invalidateQueries({ queryKey: ["batches"] });
    setChanges(null);
    setNews(text);
  };
  return (
    <ClassSettingsPage>
      <Message notice={news ? { kind: "done", text: news } : null} onDismiss={() => setNews("")} />
      {error ? <LoadProblem what="The list of trainers" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading />}
      {data ? (
        <PageSection id="trainers" title="Trainers" count={data.trainers.length}>
          <p>Hours and courses are for the plan: a batch outside them is pointed out, not refused.</p>
          {data.trainers.length === 0 ? (
            <NothingYet title="No trainer yet.">
              <p>Owners invite people and give them the role trainer.</p>
            </NothingYet>
          ) : null}
          <ul className={styles.rows}>
            {data.trainers.map((trainer) => (
              <li key={trainer.staffId}>
                <b className={styles.name}>{trainer.name}</b>
                <span className={styles.note}>{aboutText(trainer, data.courses)}</span>
                {mayChange ? (
                  <Button look="quiet" onClick={() => setChanges(trainer)}>
                    Change<span className="sr-only"> {trainer.name}</span>
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        </PageSection>
      ) : null}
      {changes && data ? (
        <TrainerDialog
          trainer={changes}
          courses={data.courses}
          onDone={finish}
          onClose={() => {
            setChanges(null);
            refetch();
          }}
        />
      ) : null}
    </ClassSettingsPage>
  );
}

function aboutText({ hours, courseIds, hoursAWeek, batches }: Trainer, courses: Listed["courses"]): string {
  const days = weekdays.flatMap(({ weekday, short }) =>
    hours
      .filter((one) => one.weekday === weekday)
      .map(({ from, to }) => `${short} ${clockText(from)} to ${clockText(to)}`),
  );
  const names = courses.filter(({ courseId }) => courseIds.includes(courseId)).map(({ name }) => name);
  const parts = [
    days.join(", ") || "At any time",
    hoursAWeek === null ? "" : `at most ${hoursAWeek} h a week`,
    names.join(", ") || "all courses",
    count(batches, "batch", "batches"),
  ];
  return parts.filter(Boolean).join("; ");
}
