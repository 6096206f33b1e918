import { useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { staffClient } from "../client.ts";
import { Button, ButtonRow } from "../controls.tsx";
import { AuthenticatorSetUp } from "../entrance/authenticator-set-up.tsx";
import * as styles from "../forms.module.css";
import { RecoveryCodes } from "../recovery-codes.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";

type Props = { onDone(): void; onClose(): void };

export function AuthenticatorDialog({ onDone, onClose }: Props) {
  const [isConfirmed, setConfirmed] = useState(false);
  const confirm = async (code: string) => {
    const { recoveryCodes } = await staffClient.addAuthenticator({ code });
    setConfirmed(true);
    return recoveryCodes;
  };
  return (
    // Once it is confirmed the app before has ended, so closing means done.
    <Dialog title="Set up an authenticator app" onClose={isConfirmed ? onDone : onClose}>
      <AuthenticatorSetUp begin={() => staffClient.newAuthenticator({})} confirm={confirm} onDone={onDone} />
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
