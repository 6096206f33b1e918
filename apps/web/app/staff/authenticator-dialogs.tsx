import { useState } from "react";
import { Dialog } from "../ui/dialog.tsx";
import { AuthenticatorSetUp } from "./authenticator-set-up.tsx";
import { staffClient } from "./client.ts";
import { Button, ButtonRow } from "./controls.tsx";
import * as styles from "./forms.module.css";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { TaskProblem } from "./task-problem.tsx";
import { useTask } from "./use-task.ts";

type Props = { onDone(): void; onClose(): void };

export function AuthenticatorDialog({ onDone, onClose }: Props) {
  return (
    <Dialog title="Set up an authenticator app" onClose={onClose}>
      <AuthenticatorSetUp
        begin={() => staffClient.newAuthenticator({})}
        confirm={async (code) => (await staffClient.addAuthenticator({ code })).recoveryCodes}
        onDone={onDone}
      />
    </Dialog>
  );
}

export function RecoveryCodesDialog({ onDone, onClose }: Props) {
  const task = useTask();
  const [codes, setCodes] = useState<string[] | null>(null);
  const make = () => task.run(async () => setCodes((await staffClient.newRecoveryCodes({})).recoveryCodes));
  return (
    // Once they are made the old ones have ended, so closing means done.
    <Dialog title="New recovery codes" onClose={codes ? onDone : onClose}>
      {codes ? (
        <RecoveryCodes codes={codes} onKept={onDone} />
      ) : (
        <div className={styles.form}>
          <p>You get ten new codes. The old ones end at once.</p>
          <TaskProblem task={task} />
          <ButtonRow>
            <Button isBusy={task.isBusy} onClick={make}>
              Make new codes
            </Button>
            <Button look="line" onClick={onClose}>
              Cancel
            </Button>
          </ButtonRow>
        </div>
      )}
    </Dialog>
  );
}
