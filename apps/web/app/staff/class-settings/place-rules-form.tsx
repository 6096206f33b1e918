import type { PlaceRules } from "@shoreline/contract";
import { type FormEvent, useState } from "react";
import { focusFirstFault } from "../../ui/field.tsx";
import { isRefused, seatingClient } from "../client.ts";
import { Button, Field } from "../controls.tsx";
import { choice, form, more } from "../forms.module.css";
import { PageSection } from "../page-head.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";

type Stored = PlaceRules & { version: number };
type Props = { rules: Stored; onSaved(saved: Stored): void; onReload(): void };
type Name = Exclude<keyof PlaceRules, "changesNeedApproval">;

/** An empty field is not a number: the server says so. */
const numberIn = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);

export function PlaceRulesForm({ rules, onSaved, onReload }: Props) {
  const task = useTask();
  const [typed, setTyped] = useState<Record<Name, string>>(() => ({
    changeUntilClass: String(rules.changeUntilClass),
    mostChanges: String(rules.mostChanges),
    offerHours: String(rules.offerHours),
    pauseMostDays: String(rules.pauseMostDays),
  }));
  const [changesNeedApproval, setNeedApproval] = useState(rules.changesNeedApproval);
  const [isOld, setOld] = useState(false);
  const number = (name: Name) => ({
    value: typed[name],
    inputMode: "numeric" as const,
    autoComplete: "off",
    error: task.fields[name],
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  });
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const box = event.currentTarget;
    await task.run(async () => {
      const changed = {
        ...{ changesNeedApproval, changeUntilClass: numberIn(typed.changeUntilClass) },
        ...{ mostChanges: numberIn(typed.mostChanges), offerHours: numberIn(typed.offerHours) },
        pauseMostDays: numberIn(typed.pauseMostDays),
      };
      try {
        onSaved(await seatingClient.saveSettings({ ...changed, version: rules.version }));
      } catch (error) {
        setOld(isRefused(error, "CHANGED_MEANWHILE"));
        throw error;
      }
    });
    focusFirstFault(box);
  };
  return (
    <form onSubmit={save} noValidate>
      <PageSection id="changing" title="Another batch">
        <div className={form}>
          <p>A learner asks in the portal for another batch of the same course that has a seat.</p>
          <Field
            label="Until their class number … has begun (0: learners cannot ask)"
            {...number("changeUntilClass")}
          />
          <label className={choice}>
            <input
              type="checkbox"
              checked={changesNeedApproval}
              onChange={(event) => setNeedApproval(event.target.checked)}
            />
            <span>Staff decide about every request</span>
            <span className={more}>Otherwise a request that keeps the rules is accepted at once.</span>
          </label>
          <Field label="Changes of one course without staff" {...number("mostChanges")} />
        </div>
      </PageSection>
      <PageSection id="waiting" title="Waiting lists">
        <div className={form}>
          <Field label="A free seat is offered to the next in line for so many hours" {...number("offerHours")} />
        </div>
      </PageSection>
      <PageSection id="pauses" title="Pauses">
        <div className={form}>
          <Field
            label="Learners pause for at most so many days (0: only staff pause a course)"
            {...number("pauseMostDays")}
          />
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
