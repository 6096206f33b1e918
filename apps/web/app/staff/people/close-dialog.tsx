import type { StaffPerson } from "@shoreline/contract";
import { staffClient } from "../client.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { useHandOver } from "./hand-over.tsx";

type Props = { person: StaffPerson; onDone(news: string): void; onClose(): void };

export function CloseDialog({ person, onDone, onClose }: Props) {
  const { staffId, name } = person;
  const { isReady, field, handOver } = useHandOver(person);
  const close = async () => {
    // First, because it asks for a proof: who cancels that has changed nothing.
    await staffClient.close({ staffId });
    onDone(`The account of ${name} is closed.${await handOver()}`);
  };
  return (
    <ConfirmDialog
      title={`Close the account of ${name}`}
      text={`${name} will be signed out everywhere and cannot sign in any more. You can open the account again later.`}
      button="Close the account"
      isHard
      isReady={isReady}
      run={close}
      onClose={onClose}
    >
      {field}
    </ConfirmDialog>
  );
}
