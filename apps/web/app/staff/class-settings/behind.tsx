import type { BehindRules } from "@shoreline/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { focusFirstFault } from "../../ui/field.tsx";
import { Message } from "../../ui/message.tsx";
import { isRefused, standingClient } from "../client.ts";
import { Button, Field } from "../controls.tsx";
import { form } from "../forms.module.css";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { PageSection } from "../page-head.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { ClassSettingsPage } from "./class-settings-page.tsx";

const rulesKey = ["behind rules"];

/** When a learner falls behind. */
export default function BehindSettings() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({ queryKey: rulesKey, queryFn: () => standingClient.rules({}) });
  const [news, setNews] = useState("");
  return (
    <ClassSettingsPage>
      <Message notice={news ? { kind: "done", text: news } : null} onDismiss={() => setNews("")} />
      {error ? <LoadProblem what="The rule" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading />}
      {data ? (
        <BehindForm
          key={data.version}
          rules={data}
          onSaved={(saved) => {
            queries.setQueryData(rulesKey, saved);
            queries.invalidateQueries({ queryKey: ["progress"] });
            setNews("The rule is saved.");
          }}
          onReload={refetch}
        />
      ) : null}
    </ClassSettingsPage>
  );
}

type Name = Exclude<keyof BehindRules, "version">;
type Props = { rules: BehindRules; onSaved(saved: BehindRules): void; onReload(): void };

/** Refused by the server as not whole. NaN would reach it as null, which switches the line off. */
const notANumber = 0.5;

/** An empty field switches the line off. */
const limitIn = (text: string) => {
  if (text.trim() === "") return null;
  return /^\d+$/.test(text.trim()) ? Number(text) : notANumber;
};

function BehindForm({ rules, onSaved, onReload }: Props) {
  const task = useTask();
  const shown = (name: Name) => (rules[name] === null ? "" : String(rules[name]));
  const [typed, setTyped] = useState<Record<Name, string>>(() => ({
    ...{ attendancePercent: shown("attendancePercent"), missedInARow: shown("missedInARow") },
    ...{ overdueHomework: shown("overdueHomework"), silentDays: shown("silentDays") },
  }));
  const [isOld, setOld] = useState(false);
  const field = (name: Name, label: string) => (
    <Field
      label={label}
      value={typed[name]}
      inputMode="numeric"
      autoComplete="off"
      error={task.fields[name]}
      onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
    />
  );
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const box = event.currentTarget;
    await task.run(async () => {
      try {
        onSaved(
          await standingClient.saveRules({
            attendancePercent: limitIn(typed.attendancePercent),
            missedInARow: limitIn(typed.missedInARow),
            overdueHomework: limitIn(typed.overdueHomework),
            silentDays: limitIn(typed.silentDays),
            version: rules.version,
          }),
        );
      } catch (error) {
        setOld(isRefused(error, "CHANGED_MEANWHILE"));
        throw error;
      }
    });
    focusFirstFault(box);
  };
  return (
    <form onSubmit={save} noValidate>
      <PageSection id="behind" title="Who falls behind">
        <div className={form}>
          <p>
            A learner falls behind when one of these is true. Leave a field empty to switch it off. Learners who are on
            hold do not fall behind.
          </p>
          {field("attendancePercent", "Attended less than … % of the classes held (after three classes)")}
          {field("missedInARow", "Missed so many classes in a row")}
          {field("overdueHomework", "Pieces of homework overdue")}
          {field("silentDays", "Not seen for so many days: no class, no recording, nothing handed in")}
          <TaskProblem task={task} />
          <div>
            <Button type="submit" isBusy={task.isBusy}>
              Save the rule
            </Button>
          </div>
          {isOld ? (
            <Button look="line" onClick={onReload}>
              Show what it is now
            </Button>
          ) : null}
        </div>
      </PageSection>
    </form>
  );
}
