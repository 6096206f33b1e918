import type { MeetingAccount } from "@shoreline/contract";
import { localMeetingServer, type MeetingField, meetingFields, meetingKinds } from "@shoreline/domain/meeting-account";
import { type ChangeEvent, type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { focusFirstFault } from "../../ui/field.tsx";
import { meetingsClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { form } from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { fieldExamples, fieldLabels, providerNames, secretLabels, whereFound } from "./meeting-words.ts";

type Props = {
  /** Without one: a new account. */
  account?: MeetingAccount;
  onDone(accounts: Awaited<ReturnType<typeof meetingsClient.accounts>>, news: string): void;
  onClose(): void;
};

/** The secret goes in and never comes out. */
export function MeetingDialog({ account, onDone, onClose }: Props) {
  const task = useTask();
  const [kind, setKind] = useState(account?.kind ?? "bigbluebutton");
  const [name, setName] = useState(account?.name ?? "");
  const [settings, setSettings] = useState<Partial<Record<MeetingField, string | undefined>>>(account?.settings ?? {});
  const [secret, setSecret] = useState("");
  const [atOnce, setAtOnce] = useState(String(account?.atOnce ?? 1));
  const isLocal = account?.settings.url === localMeetingServer;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = event.currentTarget;
    await task.run(async () => {
      const given = { kind, name, settings, atOnce: Number(atOnce), ...(secret ? { secret } : {}) };
      const accounts = await meetingsClient.saveAccount(account ? { ...given, accountId: account.accountId } : given);
      onDone(accounts, account ? "The account is saved." : "The account is added. Test it before the next class.");
    });
    focusFirstFault(sent);
  };
  return (
    <Dialog title={account ? "Change a meeting account" : "New meeting account"} onClose={onClose}>
      <form className={form} onSubmit={submit} noValidate>
        <TaskProblem task={task} />
        {account ? null : (
          <Field
            kind="select"
            label="Provider"
            value={kind}
            error={task.fields.kind}
            onChange={(event) => setKind(meetingKinds.find((one) => one === event.target.value) ?? kind)}
          >
            {meetingKinds.map((one) => (
              <option key={one} value={one}>
                {providerNames[one]}
              </option>
            ))}
          </Field>
        )}
        <Field
          label="Name"
          value={name}
          maxLength={100}
          error={task.fields.name}
          onChange={(event) => setName(event.target.value)}
          autoComplete="off"
          required
        />
        {isLocal
          ? null
          : meetingFields[kind].map((field) => (
              <Field
                key={field}
                label={fieldLabels[field]}
                placeholder={fieldExamples[field]}
                value={settings[field] ?? ""}
                maxLength={500}
                error={task.fields[field] ?? task.fields[`settings.${field}`]}
                onChange={(event) => setSettings({ ...settings, [field]: event.target.value })}
                autoComplete="off"
                required
              />
            ))}
        {isLocal ? null : (
          <>
            <Field
              // A private key has many lines.
              {...(kind === "meet" ? { kind: "textarea" as const } : { type: "password" })}
              label={account ? `${secretLabels[kind]}, if it has changed` : secretLabels[kind]}
              value={secret}
              error={task.fields.secret}
              onChange={(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => setSecret(event.target.value)}
              autoComplete="off"
              required={!account}
            />
            <p>{whereFound[kind]} The secret is stored and never shown again.</p>
          </>
        )}
        <Field
          label="Meetings at once"
          type="number"
          min={1}
          max={100}
          value={atOnce}
          error={task.fields.atOnce}
          onChange={(event) => setAtOnce(event.target.value)}
          required
        />
        <p>A Zoom licence holds one meeting at a time. Parallel classes need as many as run at once.</p>
        <ButtonRow>
          <Button type="submit" isBusy={task.isBusy}>
            Save the account
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}
