import type { ApiKey } from "@shoreline/contract";
import type { KeyScope } from "@shoreline/domain/connection";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { focusFirstFault } from "../../ui/field.tsx";
import { connectionClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { form } from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { Choices } from "./choices.tsx";
import { exampleCall, scopeChoices } from "./connection-words.ts";
import { Copied } from "./copied.tsx";
import * as styles from "./new-key-dialog.module.css";

type Props = { onMade(keys: ApiKey[]): void; onClose(): void };

export function NewKeyDialog({ onMade, onClose }: Props) {
  const [made, setMade] = useState<{ madeKey: string; scopes: KeyScope[] } | null>(null);
  return (
    <Dialog title={made ? "Your new key" : "New key"} isWide={made !== null} onClose={onClose}>
      {made ? (
        <MadeKey {...made} onClose={onClose} />
      ) : (
        <NewKeyForm
          onMade={({ key, keys, scopes }) => {
            onMade(keys);
            setMade({ madeKey: key, scopes });
          }}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

type Made = { key: string; keys: ApiKey[]; scopes: KeyScope[] };

function NewKeyForm({ onMade, onClose }: { onMade(made: Made): void; onClose(): void }) {
  const task = useTask();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<KeyScope[]>(["add leads"]);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = event.currentTarget;
    await task.run(async () => onMade({ ...(await connectionClient.makeKey({ name, scopes })), scopes }));
    focusFirstFault(sent);
  };
  return (
    <form className={form} onSubmit={submit} noValidate>
      <TaskProblem task={task} />
      <Field
        label="Name"
        placeholder="Landing page of November"
        value={name}
        maxLength={100}
        error={task.fields.name}
        onChange={(event) => setName(event.target.value)}
        autoComplete="off"
        required
      />
      <Choices
        legend="What the key may do"
        choices={scopeChoices}
        value={scopes}
        error={task.fields.scopes}
        onChange={setScopes}
      />
      <ButtonRow>
        <Button type="submit" isBusy={task.isBusy}>
          Make the key
        </Button>
        <Button look="line" onClick={onClose}>
          Cancel
        </Button>
      </ButtonRow>
    </form>
  );
}

type MadeProps = { madeKey: string; scopes: KeyScope[]; onClose(): void };

function MadeKey({ madeKey, scopes, onClose }: MadeProps) {
  return (
    <div className={`${form} ${styles.made}`}>
      <p>
        Copy it now: we keep only a fingerprint of it and <b>cannot show it again</b>. Anyone with this key can use it.
        Keep it like a password.
      </p>
      <Copied name="the key" text={madeKey} />
      <p>To try it at a terminal:</p>
      <Copied name="the call" text={exampleCall({ origin: location.origin, key: madeKey, scopes })} />
      <p>
        The <a href="/api/docs">API reference</a> lists every field.
      </p>
      <ButtonRow>
        <Button onClick={onClose}>Done</Button>
      </ButtonRow>
    </div>
  );
}
