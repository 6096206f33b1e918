import { type Assignment, assignments } from "@shoreline/domain/inbox";
import { type FormEvent, useState } from "react";
import { auditAddress } from "../audit/audit-filter.ts";
import { inboxClient, isRefused } from "../client.ts";
import { ConflictForm } from "../conflict-form.tsx";
import { Button, ButtonLink, ButtonRow } from "../controls.tsx";
import * as styles from "../forms.module.css";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { PageSection } from "../page-head.tsx";
import { may, useMe } from "../queries.ts";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { useOwners } from "./lead-queries.ts";

const texts: Record<Assignment, string> = { "by hand": "By hand", "in turn": "In rotation" };
const doneTexts: Record<Assignment, string> = {
  "by hand": "New leads have no owner until somebody gives them one.",
  "in turn": "New leads get an owner in rotation.",
};

/** Whether new leads get an owner by themselves. */
export function LeadAssignment({ onDone }: { onDone(news: string): void }) {
  const { data, error, refetch } = useOwners();
  const readAgain = async () => (await refetch({ throwOnError: true })).data;
  return (
    <PageSection id="assignment" title="Assigning new leads">
      {data ? (
        <AssignmentForm given={data} readAgain={readAgain} onDone={onDone} />
      ) : error ? (
        <LoadProblem what="The setting" error={error} onRetry={refetch} />
      ) : (
        <Loading lines={2} />
      )}
    </PageSection>
  );
}

type Setting = { assignment: Assignment; version: number };
type Props = {
  given: Setting & { takers: string[] };
  readAgain(): Promise<Setting | undefined>;
  onDone(news: string): void;
};

function AssignmentForm({ given, readAgain, onDone }: Props) {
  const task = useTask();
  const maySeeLog = may(useMe(), "see audit log");
  const [chosen, setChosen] = useState(given.assignment);
  // Of what was read when the form opened: the setting may be loaded again behind it.
  const [version, setVersion] = useState(given.version);
  const [theirs, setTheirs] = useState<Setting | null>(null);

  const save = () =>
    task.run(async () => {
      let isTooLate = false;
      try {
        await inboxClient.changeAssignment({ assignment: chosen, version });
      } catch (error) {
        if (!isRefused(error, "CHANGED_MEANWHILE")) throw error;
        isTooLate = true;
      }
      const current = (await readAgain()) ?? given;
      setVersion(current.version);
      setTheirs(isTooLate && current.assignment !== chosen ? current : null);
      if (current.assignment === chosen) onDone(doneTexts[chosen]);
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };

  if (theirs)
    return (
      <ConflictForm
        fields={[{ label: "New leads", yours: texts[chosen], theirs: texts[theirs.assignment] }]}
        task={task}
        onSave={([choice]) => {
          if (choice === "yours") return save();
          setChosen(theirs.assignment);
          setTheirs(null);
        }}
      />
    );
  return (
    <form className={styles.form} onSubmit={submit}>
      <TaskProblem task={task} />
      <fieldset className={styles.choices}>
        <legend>New leads get an owner</legend>
        {assignments.map((assignment) => (
          <label key={assignment} className={styles.choice}>
            <input
              type="radio"
              name="assignment"
              checked={assignment === chosen}
              onChange={() => setChosen(assignment)}
            />
            <span>{texts[assignment]}</span>
            <span className={styles.more}>
              {assignment === "by hand"
                ? "A new lead has no owner until somebody takes it or gives it to a colleague."
                : turnText(given.takers)}
            </span>
          </label>
        ))}
      </fieldset>
      <ButtonRow>
        <Button type="submit" isBusy={task.isBusy}>
          Save the setting
        </Button>
        {maySeeLog ? (
          <ButtonLink look="line" to={auditAddress("inbox")}>
            History
          </ButtonLink>
        ) : null}
      </ButtonRow>
    </form>
  );
}

/** The rule, and those whom the server gives leads in turn. */
function turnText(takers: string[]): string {
  const rule =
    "Counsellors and the front desk get new leads one after the other. Owners get them only where nobody else is.";
  return takers.length > 0 ? `${rule} Now: ${new Intl.ListFormat("en-IN").format(takers)}.` : rule;
}
