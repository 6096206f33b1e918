import { type FormEvent, useEffect, useState } from "react";
import { CodeField } from "../code-field.tsx";
import { Button } from "../controls.tsx";
import { form } from "../forms.module.css";
import { Loading } from "../loading.tsx";
import { RecoveryCodes } from "../recovery-codes.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import * as styles from "./authenticator-set-up.module.css";

type Secret = { secret: string; picture: string };
type Props = {
  begin(): Promise<Secret>;
  /** Returns the recovery codes. */
  confirm(code: string): Promise<string[]>;
  onDone(): void;
};

/** QR code, the first code, then the recovery codes. */
export function AuthenticatorSetUp({ begin, confirm, onDone }: Props) {
  const [secret, setSecret] = useState<Secret | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const task = useTask();
  const start = () => task.run(async () => setSecret(await begin()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when somebody has chosen it.
  useEffect(() => void start(), []);
  if (codes) return <RecoveryCodes codes={codes} onKept={onDone} />;
  if (secret) return <FirstCode {...secret} confirm={async (code) => setCodes(await confirm(code))} />;
  if (!task.problem) return <Loading lines={4} />;
  return (
    <div className={form}>
      <TaskProblem task={task} />
      <Button onClick={start}>Try again</Button>
    </div>
  );
}

function FirstCode({ secret, picture, confirm }: Secret & { confirm(code: string): Promise<void> }) {
  const task = useTask();
  const [code, setCode] = useState("");
  const send = (event: FormEvent) => {
    event.preventDefault();
    task.run(() => confirm(code));
  };
  return (
    <form className={form} onSubmit={send}>
      <p>Scan this picture with your authenticator app, then enter the six digits that it shows.</p>
      <img
        className={styles.picture}
        src={`data:image/svg+xml,${encodeURIComponent(picture)}`}
        alt="QR code for your authenticator app"
        width="200"
        height="200"
      />
      <p>
        If you cannot scan it, enter this key: <code className={styles.secret}>{groupsOfFour(secret)}</code>
      </p>
      <TaskProblem task={task} />
      <CodeField label="Six digits of the app" value={code} error={task.fields.code} onChange={setCode} />
      <Button type="submit" isBusy={task.isBusy}>
        Confirm the app
      </Button>
    </form>
  );
}

function groupsOfFour(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(" ") ?? secret;
}
