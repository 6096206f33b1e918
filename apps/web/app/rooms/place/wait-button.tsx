import { Button } from "../../ui/button.tsx";
import { Message } from "../../ui/message.tsx";
import { placeClient } from "./client.ts";
import { usePlaceChange } from "./queries.ts";

type Props = { courseId: string; batchId: string; onDone?(): void };

export function WaitButton({ courseId, batchId, onDone }: Props) {
  const { isBusy, fault, run, dismiss } = usePlaceChange(courseId);
  const wait = async () => {
    if (await run(() => placeClient.wait({ courseId, batchId }))) onDone?.();
  };
  return (
    <>
      <Button look="line" isBusy={isBusy} onClick={wait}>
        Join the waiting list
      </Button>
      <Message notice={fault ? { kind: "wrong", text: fault.text } : null} onDismiss={dismiss} />
    </>
  );
}
