import type { MoneySettingsForm } from "@shoreline/contract";
import { type ChangeEvent, type FormEvent, useState } from "react";
import { focusFirstFault } from "../../ui/field.tsx";
import { saleClient } from "../client.ts";
import { Button, Field } from "../controls.tsx";
import { choice, form, more } from "../forms.module.css";
import { PageSection } from "../page-head.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { capitalise } from "../words.ts";
import { faultOf, fromTyped, limitedRoles, type TypedSettings, toTyped } from "./settings-text.ts";

type Settings = MoneySettingsForm & { version: number };
type Props = { settings: Settings; onSaved(saved: Settings): void; onReload(): void };

export function SettingsForm({ settings, onSaved, onReload }: Props) {
  const task = useTask();
  const [typed, setTyped] = useState(() => toTyped(settings));
  const text = (name: Exclude<keyof TypedSettings, "limits" | "automaticPayments">, fault: string) => ({
    value: typed[name],
    error: faultOf(task.fields, fault),
    autoComplete: "off",
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setTyped({ ...typed, [name]: event.target.value }),
  });
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const box = event.currentTarget;
    await task.run(async () => {
      onSaved(await saleClient.saveSettings({ ...fromTyped(typed), version: settings.version }));
    });
    focusFirstFault(box);
  };
  return (
    <form onSubmit={save} noValidate>
      <PageSection id="limits" title="Discount limits">
        <div className={form}>
          <p>Above the limit a sale waits until an owner approves it. Owners have no limit.</p>
          {limitedRoles.map((role) => (
            <Field
              key={role}
              label={`${capitalise(role)}, in percent`}
              inputMode="decimal"
              value={typed.limits[role]}
              error={faultOf(task.fields, `discountLimits.${role}`)}
              onChange={(event) => setTyped({ ...typed, limits: { ...typed.limits, [role]: event.target.value } })}
              autoComplete="off"
            />
          ))}
        </div>
      </PageSection>
      <PageSection id="upi" title="UPI">
        <div className={form}>
          <p>Where the code at the desk sends the money. Leave both empty to show no code.</p>
          <Field label="UPI address" placeholder="institute@bank" {...text("vpa", "upi.vpa")} />
          <Field label="Payee, as payers see it" {...text("payee", "upi.payee")} />
        </div>
      </PageSection>
      <PageSection id="desks" title="Desks">
        <div className={form}>
          <Field kind="textarea" rows={3} label="Desks with a cash drawer, one a line" {...text("desks", "desks")} />
        </div>
      </PageSection>
      <PageSection id="automatic" title="Automatic payments">
        <div className={form}>
          <label className={choice}>
            <input
              type="checkbox"
              checked={typed.automaticPayments}
              onChange={(event) => setTyped({ ...typed, automaticPayments: event.target.checked })}
            />
            <span>Payers may have later instalments taken automatically</span>
            <span className={more}>
              Your account at the payment provider must allow recurring payments. If the provider has not switched this
              on, nothing is taken.
            </span>
          </label>
        </div>
      </PageSection>
      <PageSection id="overdue" title="Late instalments">
        <div className={form}>
          <Field
            label="Remind on these days, counted from the day an instalment is due (−3: three days before)"
            {...text("remindOn", "overdue.remindOn")}
          />
          <Field
            label="Restrict joining classes after so many days (empty: never)"
            inputMode="numeric"
            {...text("restrictAfter", "overdue.restrictAfter")}
          />
          <TaskProblem task={task} />
          <div>
            <Button type="submit" isBusy={task.isBusy}>
              Save the settings
            </Button>
          </div>
          {task.problem?.text.includes("meanwhile") ? (
            <Button look="line" onClick={onReload}>
              Show what they are now
            </Button>
          ) : null}
        </div>
      </PageSection>
    </form>
  );
}
