import type { Api, Reply } from "@shoreline/contract";
import { recoveryCodeCount } from "@shoreline/domain/staff";
import { useState } from "react";
import { staffClient } from "../client.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { Button, ButtonRow } from "../controls.tsx";
import { PageSection } from "../page-head.tsx";
import { StatusMark } from "../status-mark.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { formatWhenInside } from "../when.ts";
import { AuthenticatorDialog, RecoveryCodesDialog } from "./authenticator-dialogs.tsx";
import { DeviceList, DeviceRow } from "./device-list.tsx";

type Props = { devices: Reply<Api["staff"]["devices"]>; onDone(news: string): void };

/** How this person signs in, and where. */
export function Devices({ devices, onDone }: Props) {
  return (
    <>
      <Passkeys devices={devices} onDone={onDone} />
      <Authenticator devices={devices} onDone={onDone} />
      <Sessions devices={devices} onDone={onDone} />
    </>
  );
}

function Passkeys({ devices: { hasPasskeys, passkeys }, onDone }: Props) {
  const task = useTask();
  const add = () =>
    task.run(async () => {
      const { makePasskey } = await import("../passkey.ts");
      const response = await makePasskey(await staffClient.newPasskey({}));
      await staffClient.addPasskey({ response });
      onDone("Your passkey has been added.");
    });
  const [removed, setRemoved] = useState<(typeof passkeys)[number] | null>(null);
  const remove = async (id: string) => {
    await staffClient.removePasskey({ id });
    setRemoved(null);
    onDone("The passkey has been removed.");
  };
  return (
    <PageSection id="passkeys" title="Passkeys" count={passkeys.length}>
      <p>Sign in with your fingerprint or face instead of a code.</p>
      <TaskProblem task={task} />
      <DeviceList>
        {passkeys.map(({ id, browser, addedAt, usedAt }, at) => (
          <DeviceRow
            key={id}
            icon="finger"
            title={browser}
            about={`Added ${formatWhenInside(addedAt)}, ${usedAt ? `last used ${formatWhenInside(usedAt)}` : "not used yet"}`}
          >
            <Button
              look="danger-line"
              aria-label={`Remove the passkey of ${browser}`}
              onClick={() => setRemoved(passkeys[at] ?? null)}
            >
              Remove
            </Button>
          </DeviceRow>
        ))}
      </DeviceList>
      {removed ? (
        <ConfirmDialog
          title="Remove a passkey"
          text={`You can no longer sign in with the passkey of ${removed.browser}.`}
          button="Remove the passkey"
          isHard
          run={() => remove(removed.id)}
          onClose={() => setRemoved(null)}
        />
      ) : null}
      <ButtonRow>
        <Button look="line" isBusy={task.isBusy} disabled={!hasPasskeys} onClick={add}>
          Add a passkey
        </Button>
        {hasPasskeys ? null : <span>Passkeys work only at the institute's https address.</span>}
      </ButtonRow>
    </PageSection>
  );
}

function Authenticator({ devices: { authenticatorSince, recoveryCodesLeft, passkeys }, onDone }: Props) {
  const [open, setOpen] = useState<"app" | "codes" | "remove" | null>(null);
  const close = () => setOpen(null);
  const finish = (news: string) => {
    close();
    onDone(news);
  };
  const remove = async () => {
    await staffClient.removeAuthenticator({});
    finish("The authenticator app and the recovery codes have been removed.");
  };
  return (
    <PageSection id="authenticator" title="App and recovery codes">
      <DeviceList>
        <DeviceRow
          icon="key"
          title="Authenticator app"
          about={authenticatorSince ? `Six digits, since ${formatWhenInside(authenticatorSince)}` : "Not set up"}
        >
          <Button look="line" onClick={() => setOpen("app")}>
            {authenticatorSince ? "Replace" : "Set up"}
          </Button>
          {authenticatorSince ? (
            <Button look="danger-line" onClick={() => setOpen("remove")}>
              Remove
            </Button>
          ) : null}
        </DeviceRow>
        {authenticatorSince ? (
          <DeviceRow
            icon="lock"
            title="Recovery codes"
            about={
              <StatusMark shape={recoveryCodesLeft > 2 || passkeys.length > 0 ? "half" : "act"}>
                {recoveryCodesLeft} of {recoveryCodeCount} left
              </StatusMark>
            }
          >
            <Button look="line" onClick={() => setOpen("codes")}>
              Get new codes
            </Button>
          </DeviceRow>
        ) : null}
      </DeviceList>
      {open === "app" ? (
        <AuthenticatorDialog onDone={() => finish("Your authenticator app is set up.")} onClose={close} />
      ) : null}
      {open === "remove" ? (
        <ConfirmDialog
          title="Remove the authenticator app"
          text={`The app and your ${recoveryCodesLeft} recovery codes stop working at once.`}
          button={`Remove the app and ${recoveryCodesLeft} codes`}
          isHard
          run={remove}
          onClose={close}
        />
      ) : null}
      {open === "codes" ? (
        <RecoveryCodesDialog onDone={() => finish("You have new recovery codes.")} onClose={close} />
      ) : null}
    </PageSection>
  );
}

function Sessions({ devices: { sessions }, onDone }: Props) {
  const task = useTask();
  const end = (id: string) =>
    task.run(async () => {
      await staffClient.endSession({ id });
      onDone("The session has ended.");
    });
  return (
    <PageSection id="sessions" title="Where you are signed in" count={sessions.length}>
      <TaskProblem task={task} />
      <DeviceList>
        {sessions.map(({ id, browser, startedAt, usedAt, isThis }) => (
          <DeviceRow
            key={id}
            icon="screen"
            title={browser}
            about={`Signed in ${formatWhenInside(startedAt)}, last used ${formatWhenInside(usedAt)}`}
          >
            {isThis ? (
              <StatusMark shape="going">This device</StatusMark>
            ) : (
              <Button
                look="danger-line"
                isBusy={task.isBusy}
                aria-label={`Sign out ${browser}`}
                onClick={() => end(id)}
              >
                Sign out
              </Button>
            )}
          </DeviceRow>
        ))}
      </DeviceList>
    </PageSection>
  );
}
