import type { ReceiptPaper } from "@shoreline/domain/sale";
import { saveFile } from "../../lib/save-file.ts";
import { saleClient } from "../client.ts";
import { Button, ButtonRow } from "../controls.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";

const type = "application/pdf";

/** Opens the receipt in the PDF viewer of the browser, which prints it. Where none opens it is saved. */
async function openReceipt(receiptId: string, paper: ReceiptPaper): Promise<void> {
  const { bytes, name } = await saleClient.receipt({ receiptId, paper });
  const address = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }));
  if (!window.open(address, "_blank")) saveFile({ bytes, name, type });
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export function PrintReceipt({ receiptId, number }: { receiptId: string; number: string }) {
  const task = useTask();
  const print = (paper: ReceiptPaper) => task.run(() => openReceipt(receiptId, paper));
  return (
    <>
      <TaskProblem task={task} />
      <ButtonRow>
        <Button look="line" isBusy={task.isBusy} onClick={() => print("a4")}>
          Print A4
          <span className="sr-only">, {number}</span>
        </Button>
        <Button look="line" isBusy={task.isBusy} onClick={() => print("roll")}>
          Print 80 mm
          <span className="sr-only">, {number}</span>
        </Button>
      </ButtonRow>
    </>
  );
}
