import type { StaffMe } from "@shoreline/contract";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { Dialog } from "../ui/dialog.tsx";
import { staffClient } from "./client.ts";
import { CodeField } from "./code-field.tsx";
import { Button, ButtonLink, ButtonRow } from "./controls.tsx";
import * as styles from "./forms.module.css";
import { LoadProblem } from "./load-problem.tsx";
import { Loading } from "./loading.tsx";
import { useProofRequest } from "./proof-request.ts";
import { meKey, useDevices } from "./queries.ts";
import { TaskProblem } from "./task-problem.tsx";
import { useTask } from "./use-task.ts";

/** Opens when a call needs a fresh proof (client.ts). The call goes on by itself, or stays refused when the dialog is closed. */
export function ProveDialog() {
  const request = useProofRequest();
  const queries = useQueryClient();
  // Who signs in next must not finish what somebody else began.
  useEffect(() => () => request?.settle(false), [request]);
  if (!request) return null;
  const settle = (me: StaffMe) => {
    queries.setQueryData(meKey, me);
    request.settle(true);
  };
  const cancel = () => request.settle(false);
  return (
    <Dialog title="Confirm that it is you" onClose={cancel}>
      <Ways onProven={settle} onCancel={cancel} />
    </Dialog>
  );
}

type Props = { onProven(me: StaffMe): void; onCancel(): void };

function Ways(props: Props) {
  const { data, error, refetch } = useDevices();
  if (error) return <LoadProblem what="The list of your devices" error={error} onRetry={refetch} />;
  if (!data) return <Loading lines={2} />;
  const hasPasskey = data.hasPasskeys && data.passkeys.length > 0;
  const hasApp = data.authenticatorSince !== null;
  if (hasPasskey || hasApp) return <ProofForm {...props} hasPasskey={hasPasskey} hasApp={hasApp} />;
  return (
    <div className={styles.form}>
      <p>You have neither a passkey nor an authenticator app yet. Please sign in again to continue.</p>
      <ButtonRow>
        <ButtonLink to="/staff/sign-in" onClick={props.onCancel}>
          Sign in again
        </ButtonLink>
      </ButtonRow>
    </div>
  );
}

function ProofForm({ hasPasskey, hasApp, onProven, onCancel }: Props & { hasPasskey: boolean; hasApp: boolean }) {
  const task = useTask();
  const [code, setCode] = useState("");
  const byCode = (event: FormEvent) => {
    event.preventDefault();
    task.run(async () => onProven(await staffClient.prove({ code })));
  };
  const byPasskey = () =>
    task.run(async () => {
      const { askPasskey } = await import("./passkey.ts");
      const response = await askPasskey(await staffClient.proveOptions({}));
      onProven(await staffClient.provePasskey({ response }));
    });
  return (
    <form className={styles.form} onSubmit={byCode}>
      <p>For your safety, please confirm again. Then we carry on, and nothing you typed is lost.</p>
      <TaskProblem task={task} />
      {hasPasskey ? (
        <Button isBusy={task.isBusy} onClick={byPasskey}>
          Use a passkey
        </Button>
      ) : null}
      {hasApp ? <CodeField value={code} onChange={setCode} /> : null}
      <ButtonRow>
        {hasApp ? (
          <Button type="submit" look={hasPasskey ? "line" : "sea"} isBusy={task.isBusy}>
            Confirm the code
          </Button>
        ) : null}
        <Button look="line" onClick={onCancel}>
          Cancel
        </Button>
      </ButtonRow>
    </form>
  );
}
