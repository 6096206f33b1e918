import type { Trainers as Listed } from "@shoreline/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Message } from "../../ui/message.tsx";
import { planningClient } from "../client.ts";
import { Button } from "../controls.tsx";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { NothingYet } from "../nothing-yet.tsx";
import { PageSection } from "../page-head.tsx";
import { may, useMe } from "../queries.ts";
import * as table from "../table.module.css";
import * as styles from "./class-settings.module.css";
import { ClassSettingsPage } from "./class-settings-page.tsx";
import { TrainerDialog } from "./trainer-dialog.tsx";
import { hoursText, type Trainer } from "./trainer-hours.ts";

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
          {data.trainers.length > 0 ? (
            <table className={`${table.table} ${table.rows} ${styles.trainers}`}>
              <caption className="sr-only">Trainers</caption>
              <thead>
                <tr>
                  <th>Trainer</th>
                  <th>Hours</th>
                  <th className={table.end}>A week, at most</th>
                  <th>Courses</th>
                  <th className={table.end}>Batches</th>
                  {mayChange ? (
                    <th>
                      <span className="sr-only">Change</span>
                    </th>
                  ) : null}
                </tr>
              </thead>
              <tbody>
                {data.trainers.map((trainer) => (
                  <tr key={trainer.staffId}>
                    <td>
                      <b>{trainer.name}</b>
                    </td>
                    <td className={styles.line}>{hoursText(trainer.hours) || "At any time"}</td>
                    <td className={`${table.end} ${styles.most}`}>
                      {trainer.hoursAWeek === null ? "" : `${trainer.hoursAWeek} h`}
                    </td>
                    <td className={styles.line}>
                      {trainer.courses.map(({ name }) => name).join(", ") || "All courses"}
                    </td>
                    <td className={`${table.end} ${styles.most}`}>{trainer.batches}</td>
                    {mayChange ? (
                      <td className={styles.key}>
                        <Button look="quiet" onClick={() => setChanges(trainer)}>
                          Change<span className="sr-only"> {trainer.name}</span>
                        </Button>
                      </td>
                    ) : null}
                  </tr>
                ))}
              </tbody>
            </table>
          ) : null}
        </PageSection>
      ) : null}
      {changes && data ? (
        <TrainerDialog
          trainer={changes}
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
