import { saveFile } from "../../lib/save-file.ts";
import { booksClient } from "../client.ts";
import { Button } from "../controls.tsx";
import { StaffIcon } from "../icon.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useToast } from "../toast.tsx";
import { useTask } from "../use-task.ts";
import * as styles from "./book-downloads.module.css";

type Format = { text: string; about: string; fetch: typeof booksClient.csv; type: string };

const formats: Format[] = [
  {
    text: "Download CSV",
    about: "Every invoice and credit note with its tax, for a spreadsheet.",
    ...{ fetch: booksClient.csv, type: "text/csv" },
  },
  {
    text: "Download GSTR-1",
    about: "The tables of the return, as CSV files for the GST offline tool in one ZIP.",
    ...{ fetch: booksClient.gstr1, type: "application/zip" },
  },
  {
    text: "Download for Tally",
    about: "Vouchers for the XML import: sales, receipts, credit notes and payments.",
    ...{ fetch: booksClient.tally, type: "application/xml" },
  },
];

/** The whole month, for other programs. The server asks for a fresh proof and notes it in the audit log. */
export function BookDownloads({ month }: { month: string }) {
  const task = useTask();
  const toast = useToast();
  const save = ({ fetch, type }: Format) =>
    task.run(async () => {
      const file = await fetch({ month });
      saveFile({ ...file, type });
      toast({ text: `The month was saved as ${file.name}.` });
    });
  return (
    <>
      <TaskProblem task={task} />
      <ul className={styles.downloads} aria-label="Downloads">
        {formats.map((format) => (
          <li key={format.text}>
            <Button look="line" disabled={task.isBusy} onClick={() => save(format)}>
              <StaffIcon name="download" />
              {format.text}
            </Button>
            <p>{format.about}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
