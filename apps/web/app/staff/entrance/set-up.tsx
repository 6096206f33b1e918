import { useState } from "react";
import { staffClient } from "../client.ts";
import { Button } from "../controls.tsx";
import * as styles from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { AuthenticatorSetUp } from "./authenticator-set-up.tsx";

type Props = { token: string; hasPasskeys: boolean; onDone(): void };

/** The second step of somebody who has none yet: a passkey, or an authenticator app. */
export function SetUp({ token, hasPasskeys, onDone }: Props) {
  const task = useTask();
  const [isApp, setApp] = useState(false);
  const byPasskey = () =>
    task.run(async () => {
      const { makePasskey } = await import("../passkey.ts");
      const response = await makePasskey(await staffClient.setUpPasskey({ token }));
      await staffClient.acceptPasskey({ token, response });
      onDone();
    });
  if (isApp)
    return (
      <AuthenticatorSetUp
        begin={() => staffClient.setUpAuthenticator({ token })}
        confirm={async (code) => (await staffClient.acceptAuthenticator({ token, code })).recoveryCodes}
        onDone={onDone}
      />
    );
  return (
    <div className={styles.form}>
      <p>
        Choose how you prove that it is you.{" "}
        {hasPasskeys ? "A passkey is the quickest: your fingerprint, your face or your screen lock." : null}
      </p>
      <TaskProblem task={task} />
      {hasPasskeys ? (
        <Button isBusy={task.isBusy} onClick={byPasskey}>
          Create a passkey
        </Button>
      ) : null}
      <Button look={hasPasskeys ? "line" : "sea"} onClick={() => setApp(true)}>
        Use an authenticator app
      </Button>
    </div>
  );
}
