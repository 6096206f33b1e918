import type { Lead, LeadDetail } from "@shoreline/contract";
import { isFurther } from "@shoreline/domain/inbox";
import { Link } from "react-router";
import { inboxClient } from "../client.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { Button } from "../controls.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useSearch } from "../use-search.ts";
import { useTask } from "../use-task.ts";
import { formatWhen } from "../when.ts";
import { numberText } from "../words.ts";
import type { LeadDialogProps } from "./lead-dialog-props.ts";
import * as styles from "./lead-merge.module.css";
import { leadStatusText } from "./lead-words.ts";

type Props = { lead: LeadDetail; onMerge(other: Lead): void; onDone(lead: LeadDetail, news: string): void };

/** Leads that may be the same person, and those that were merged into this one. */
export function LeadMerge({ lead, onMerge, onDone }: Props) {
  const task = useTask();
  const { leadId, similar, merged } = lead;
  const separate = (other: LeadDetail["merged"][number]) =>
    task.run(async () => {
      const changed = await inboxClient.unmerge({ leadId, otherId: other.leadId });
      onDone(changed, `${other.name} is a separate lead again.`);
    });
  if (similar.length + merged.length === 0) return null;
  return (
    <div className={styles.others}>
      <h3>{similar.length > 0 ? "Possible duplicates" : "Merged leads"}</h3>
      <TaskProblem task={task} />
      <ul>
        {similar.map((other) => (
          <li key={other.leadId}>
            <span>
              {sharedText(lead, other)}: <OtherLink other={other} />, received {formatWhen(other.cameAt)}
            </span>
            <Button look="line" aria-label={`Merge ${other.name}`} onClick={() => onMerge(other)}>
              Merge…
            </Button>
          </li>
        ))}
        {merged.map((other) => (
          <li key={other.leadId}>
            <span>
              Merged into this lead: {other.name}
              {other.number ? (
                <>
                  , <a href={`tel:${other.number}`}>{numberText(other.number)}</a>
                </>
              ) : null}
              {other.email ? (
                <>
                  , <a href={`mailto:${other.email}`}>{other.email}</a>
                </>
              ) : null}
            </span>
            <Button
              look="line"
              isBusy={task.isBusy}
              aria-label={`Separate ${other.name}`}
              onClick={() => separate(other)}
            >
              Separate
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function OtherLink({ other: { leadId, name } }: { other: Lead }) {
  const search = new URLSearchParams(useSearch());
  search.set("lead", leadId);
  return (
    <Link to={`?${search}`} preventScrollReset>
      {name}
    </Link>
  );
}

function sharedText(lead: Lead, other: Lead): string {
  if (lead.number && lead.number === other.number) return "Same number";
  if (lead.email && lead.email.toLowerCase() === other.email?.toLowerCase()) return "Same e-mail address";
  return "Once gave the same number or address";
}

export function LeadMergeDialog({ lead, other, onDone, onClose }: LeadDialogProps & { other: Lead }) {
  const merge = async () => {
    const merged = await inboxClient.merge({ leadId: lead.leadId, otherId: other.leadId });
    onDone(merged, `${other.name} and ${lead.name} are one lead now.`);
  };
  const status = isFurther(other.status, lead.status) ? other.status : lead.status;
  const statusText =
    other.status === lead.status ? "" : ` The status that is further along is kept: ${leadStatusText[status]}.`;
  return (
    <ConfirmDialog
      title={`Merge ${other.name} into ${lead.name}`}
      text={`The history of ${other.name}, ${addressText(other)}, moves to ${lead.name}, ${addressText(lead)}. ${lead.name} keeps the name; both numbers and e-mail addresses stay in sight.${statusText} You can separate the two again.`}
      button="Merge the two leads"
      isHard={false}
      run={merge}
      onClose={onClose}
    />
  );
}

function addressText({ number, email }: Lead): string {
  return [number && numberText(number), email].filter(Boolean).join(", ") || "without number and address";
}
