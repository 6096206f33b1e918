import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Message, Notice } from "../../ui/message.tsx";
import { booksClient } from "../client.ts";
import { Button, ButtonRow } from "../controls.tsx";
import { StaffIcon } from "../icon.tsx";
import { FileProblem, readImportFile } from "../leads/lead-import-file.ts";
import { PlainProblem, useTask } from "../use-task.ts";
import { settlementsKey } from "./book-queries.ts";
import * as styles from "./settlement-import.module.css";
import { importedText, mistakesText } from "./settlement-words.ts";

/** The provider's report comes from the provider itself, or as the file that its dashboard gives. */
export function SettlementImport({ month }: { month: string }) {
  const queries = useQueryClient();
  const task = useTask();
  const input = useRef<HTMLInputElement>(null);
  const [news, setNews] = useState("");
  const [wrong, setWrong] = useState<{ name: string; faults: string[] } | null>(null);
  /** The outcome is shown last: who reads it can choose the next file, which would be ignored until then. */
  const run = (work: () => Promise<() => void>) =>
    task.run(async () => {
      setNews("");
      setWrong(null);
      const showOutcome = await work();
      await queries.invalidateQueries({ queryKey: settlementsKey });
      showOutcome();
    });
  const fetchMonth = () =>
    run(async () => {
      const counts = await booksClient.fetchSettlements({ month });
      return () => setNews(importedText(counts));
    });
  const importFile = (file: File) =>
    run(async () => {
      const { faults, ...counts } = await booksClient.importSettlements(await read(file));
      return () => (faults.length > 0 ? setWrong({ name: file.name, faults }) : setNews(importedText(counts)));
    });
  const problem = task.fields.text ?? task.problem?.text;
  return (
    <div className={styles.box}>
      <ButtonRow>
        <Button look="line" isBusy={task.isBusy} onClick={fetchMonth}>
          <StaffIcon name="download" />
          Fetch from the provider
        </Button>
        <Button look="line" isBusy={task.isBusy} onClick={() => input.current?.click()}>
          <StaffIcon name="import" />
          Import CSV
        </Button>
      </ButtonRow>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        aria-label="Settlement report as CSV"
        className="sr-only"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) importFile(file);
          // Without this, choosing the corrected file of the same name would change nothing.
          currentTarget.value = "";
        }}
      />
      <p className={styles.about}>
        The file is the report “Settlement recon” of the provider's dashboard. The same report again changes nothing.
      </p>
      <Message notice={problem ? { kind: "wrong", text: problem } : null} onDismiss={task.dismiss} />
      <Message notice={news ? { kind: "done", text: news } : null} onDismiss={() => setNews("")} />
      {wrong ? <Faults {...wrong} /> : null}
    </div>
  );
}

const tooLarge = "This file is too large. Please choose a shorter period in the report.";

async function read(file: File) {
  try {
    return await readImportFile(file, { tooLarge });
  } catch (error) {
    throw error instanceof FileProblem ? new PlainProblem(error.message) : error;
  }
}

function Faults({ name, faults }: { name: string; faults: string[] }) {
  return (
    <div role="alert">
      <Notice look="wrong">
        <StaffIcon name="warn" />
        <div>
          <p>
            <b>
              {name}: {mistakesText(faults.length)}, so nothing was imported.
            </b>{" "}
            Please correct the file and choose it again.
          </p>
          <ul className={styles.faults}>
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </div>
      </Notice>
    </div>
  );
}
