import type { Api, Reply } from "@shoreline/contract";
import { useState } from "react";
import { Notice } from "../../ui/message.tsx";
import { Button, ButtonRow } from "../controls.tsx";
import { form } from "../forms.module.css";
import { StaffIcon } from "../icon.tsx";
import { RecoveryCodesDialog } from "./authenticator-dialogs.tsx";

type Props = { devices: Reply<Api["staff"]["devices"]>; onDone(news: string): void };

/** Warns who has the app but no code for the day that the phone is lost. Who has a passkey is only told. */
export function NoCodes({ devices: { authenticatorSince, recoveryCodesLeft, passkeys }, onDone }: Props) {
  const hasPasskey = passkeys.length > 0;
  const [isOpen, setOpen] = useState(false);
  const finish = () => {
    setOpen(false);
    onDone("You have new recovery codes.");
  };
  return (
    <>
      {authenticatorSince && recoveryCodesLeft === 0 ? (
        <Notice look={hasPasskey ? "waiting" : "wrong"}>
          <StaffIcon name={hasPasskey ? "info" : "warn"} />
          <div className={form}>
            <p>
              {hasPasskey
                ? "You have no recovery codes left. You can still sign in with your passkey. New codes help if you lose that device too."
                : "You have no recovery codes. If you lose your phone, you will not be able to sign in."}
            </p>
            <ButtonRow>
              <Button look="line" onClick={() => setOpen(true)}>
                Get new codes
              </Button>
            </ButtonRow>
          </div>
        </Notice>
      ) : null}
      {/* Stays open with the codes when the list is loaded again. */}
      {isOpen ? <RecoveryCodesDialog onDone={finish} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
