import { saveFile } from "../../lib/save-file.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { inboxClient } from "../client.ts";
import { Button, ButtonRow } from "../controls.tsx";
import * as styles from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useSearch } from "../use-search.ts";
import { useTask } from "../use-task.ts";
import { isLeadFiltered, readLeadFilter, readLeadOrder } from "./lead-filter.ts";
import { useLeadCount } from "./lead-queries.ts";
import { leadsText } from "./lead-words.ts";

const formats = {
  excel: {
    fetch: inboxClient.exportSheet,
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  },
  csv: { fetch: inboxClient.export, type: "text/csv" },
};

/** The leads of this view, with its filters and in its order. */
export function LeadExportDialog({ onDone, onClose }: { onDone(news: string): void; onClose(): void }) {
  const search = useSearch();
  const counted = useLeadCount(readLeadFilter(search)).data;
  const task = useTask();
  const save = (format: keyof typeof formats) =>
    task.run(async () => {
      const { fetch, type } = formats[format];
      const file = await fetch(readLeadOrder(search));
      saveFile({ ...file, type });
      onDone(`The leads of this view were saved as ${file.name}.`);
    });
  return (
    <Dialog title="Export leads" onClose={onClose}>
      <div className={styles.form}>
        <p>
          The file will have the leads of this view{counted ? `: ${leadsText(counted)}` : ""}.
          {isLeadFiltered(search) ? "" : " No filter is set."}
        </p>
        <p>The export is noted in the audit log.</p>
        <TaskProblem task={task} />
        <ButtonRow>
          <Button isBusy={task.isBusy} onClick={() => save("excel")}>
            Export for Excel
          </Button>
          <Button look="line" disabled={task.isBusy} onClick={() => save("csv")}>
            Export as CSV
          </Button>
        </ButtonRow>
      </div>
    </Dialog>
  );
}
