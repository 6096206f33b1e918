import type { ImportCheck } from "@shoreline/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { Message } from "../../ui/message.tsx";
import { inboxClient } from "../client.ts";
import { Button, ButtonLink, ButtonRow } from "../controls.tsx";
import { useTask } from "../use-task.ts";
import { ImportChoice } from "./lead-import-choice.tsx";
import * as styles from "./lead-import-dialog.module.css";
import { FileProblem, type ImportFileText, readImportFile } from "./lead-import-file.ts";
import { ImportPreview } from "./lead-import-preview.tsx";
import { type ImportResult, leadCount, resultText } from "./lead-import-texts.ts";
import { leadsKey } from "./lead-queries.ts";

type Step =
  | { name: "choose" }
  | { name: "preview"; file: ImportFileText; check: ImportCheck }
  | { name: "done"; result: ImportResult };

/** Shows what an import would do before anything is imported. */
export function LeadImportDialog({ onClose }: { onClose(): void }) {
  const queries = useQueryClient();
  const task = useTask();
  const [step, setStep] = useState<Step>({ name: "choose" });
  const [fault, setFault] = useState("");
  const problem = fault || task.fields.text || task.problem?.text;

  const choose = (chosen: File) =>
    task.run(async () => {
      setFault("");
      setStep({ name: "choose" });
      try {
        const file = await readImportFile(chosen);
        setStep({ name: "preview", file, check: await inboxClient.checkImport(file) });
      } catch (error) {
        if (!(error instanceof FileProblem)) throw error;
        setFault(error.message);
      }
    });
  const take = (file: ImportFileText) =>
    task.run(async () => {
      const result = await inboxClient.import(file);
      setStep({ name: "done", result });
      queries.invalidateQueries({ queryKey: leadsKey });
    });
  return (
    <Dialog title="Import leads" isWide onClose={onClose}>
      <div className={styles.steps}>
        <Message
          notice={problem ? { kind: "wrong", text: problem } : null}
          onDismiss={() => {
            setFault("");
            task.dismiss();
          }}
        />
        {step.name === "done" ? (
          <ImportDone result={step.result} onClose={onClose} />
        ) : (
          <>
            {step.name === "preview" ? <ImportPreview fileName={step.file.fileName} check={step.check} /> : null}
            {step.name === "preview" && step.check.faultCount === 0 ? (
              <TakeRow check={step.check} isBusy={task.isBusy} onTake={() => take(step.file)} onClose={onClose} />
            ) : null}
            <ImportChoice isAgain={step.name === "preview"} isBusy={task.isBusy} onChoose={choose} />
          </>
        )}
      </div>
    </Dialog>
  );
}

type TakeRowProps = { check: ImportCheck; isBusy: boolean; onTake(): void; onClose(): void };

function TakeRow({ check, isBusy, onTake, onClose }: TakeRowProps) {
  const count = check.newLeads + check.knownLeads;
  return (
    <ButtonRow>
      {count > 0 ? (
        <Button isBusy={isBusy} onClick={onTake}>
          Import {leadCount(count)}
        </Button>
      ) : null}
      <Button look="line" onClick={onClose}>
        Cancel
      </Button>
    </ButtonRow>
  );
}

function ImportDone({ result, onClose }: { result: ImportResult; onClose(): void }) {
  const text = useRef<HTMLParagraphElement>(null);
  // The button that had the focus has gone.
  useEffect(() => text.current?.focus(), []);
  return (
    <>
      <p ref={text} tabIndex={-1} role="status">
        {resultText(result)}
      </p>
      <ButtonRow>
        <ButtonLink to="/staff/leads?source=import">Show the imported leads</ButtonLink>
        <Button look="line" onClick={onClose}>
          Close
        </Button>
      </ButtonRow>
    </>
  );
}
