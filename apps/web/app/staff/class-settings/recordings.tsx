import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { focusFirstFault } from "../../ui/field.tsx";
import { Message } from "../../ui/message.tsx";
import { isRefused, libraryClient } from "../client.ts";
import { Button, Field } from "../controls.tsx";
import { choice, form, more } from "../forms.module.css";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { PageSection } from "../page-head.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { ClassSettingsPage } from "./class-settings-page.tsx";

const rulesKey = ["recording rules"];
type Rules = Awaited<ReturnType<typeof libraryClient.recordingRules>>;

/** When a recording counts as watched, and whether it counts as attended. */
export default function RecordingSettings() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({ queryKey: rulesKey, queryFn: () => libraryClient.recordingRules({}) });
  const [news, setNews] = useState("");
  return (
    <ClassSettingsPage>
      <Message notice={news ? { kind: "done", text: news } : null} onDismiss={() => setNews("")} />
      {error ? <LoadProblem what="The rules" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading />}
      {data ? (
        <RulesForm
          key={data.version}
          rules={data}
          onSaved={(saved) => {
            queries.setQueryData(rulesKey, saved);
            setNews("The rules are saved.");
          }}
          onReload={refetch}
        />
      ) : null}
    </ClassSettingsPage>
  );
}

type Props = { rules: Rules; onSaved(saved: Rules): void; onReload(): void };

function RulesForm({ rules, onSaved, onReload }: Props) {
  const task = useTask();
  const [isOld, setOld] = useState(false);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const box = event.currentTarget;
    const values = new FormData(box);
    const typed = String(values.get("recordingPercent") ?? "").trim();
    await task.run(async () => {
      const changed = {
        // An empty field is not a number: the server says so.
        recordingPercent: /^\d+$/.test(typed) ? Number(typed) : Number.NaN,
        countRecordings: values.get("countRecordings") === "on",
      };
      try {
        onSaved(await libraryClient.saveRecordingRules({ ...changed, version: rules.version }));
      } catch (error) {
        setOld(isRefused(error, "CHANGED_MEANWHILE"));
        throw error;
      }
    });
    focusFirstFault(box);
  };
  return (
    <form onSubmit={save} noValidate>
      <PageSection id="watched" title="Watched recordings">
        <div className={form}>
          <Field
            label="A recording is watched when so many percent of it were played"
            name="recordingPercent"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={String(rules.recordingPercent)}
            error={task.fields.recordingPercent}
          />
          <label className={choice}>
            <input type="checkbox" name="countRecordings" defaultChecked={rules.countRecordings} />
            <span>Who has missed a class and watched its recording has attended it</span>
            <span className={more}>
              The roll-call says so. A correction by the trainer stays. Recordings that were watched earlier count too.
              Certificates count it like every other class.
            </span>
          </label>
          <TaskProblem task={task} />
          <div>
            <Button type="submit" isBusy={task.isBusy}>
              Save the rules
            </Button>
          </div>
          {isOld ? (
            <Button look="line" onClick={onReload}>
              Show what they are now
            </Button>
          ) : null}
        </div>
      </PageSection>
    </form>
  );
}
