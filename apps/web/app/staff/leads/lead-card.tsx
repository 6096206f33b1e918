import type { Lead } from "@shoreline/contract";
import { type LeadStatus, leadStatuses } from "@shoreline/domain/inbox";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { NoticeContent } from "../../ui/message.tsx";
import { inboxClient, isRefused } from "../client.ts";
import { StaffIcon } from "../icon.tsx";
import { Menu, MenuAction } from "../menu.tsx";
import { may, useMe } from "../queries.ts";
import { TaskProblem } from "../task-problem.tsx";
import { useToast } from "../toast.tsx";
import { useSearch } from "../use-search.ts";
import { useTask } from "../use-task.ts";
import { formatAgo } from "../when.ts";
import * as styles from "./lead-card.module.css";
import { NextCall, OwnerMark } from "./lead-cell.tsx";
import { withLead } from "./lead-filter.ts";
import { leadsKey } from "./lead-queries.ts";
import { useLeadUndo } from "./lead-undo.tsx";
import { leadStatusText } from "./lead-words.ts";
import { LostDialog } from "./lost-dialog.tsx";
import { useCardDrag } from "./use-card-drag.ts";

/** Moves to another column by its menu, or dragged there. */
export function LeadCard({ lead, onNotice }: { lead: Lead; onNotice(notice: NoticeContent): void }) {
  const search = useSearch();
  const queries = useQueryClient();
  const task = useTask();
  const toast = useToast();
  const { undoChange } = useLeadUndo();
  const mayChange = may(useMe(), "change leads");
  const [isLosing, setLosing] = useState(false);
  const { leadId, version, name, interest, owner, nextCallAt } = lead;
  const move = async (status: LeadStatus, lostReason: string | null) => {
    try {
      const change = { status, lostReason };
      const saved = await inboxClient.change({ leadId, version, ...change });
      toast({
        text: `${name} is in ${leadStatusText[status]} now.`,
        undo: undoChange({ before: lead, change, saved }),
      });
    } catch (error) {
      if (!isRefused(error, "CHANGED_MEANWHILE")) throw error;
      onNotice({
        kind: "wrong",
        text: `${await whoChanged(lead)} You see the newest state; please move the card again.`,
      });
    }
    setLosing(false);
    await queries.invalidateQueries({ queryKey: leadsKey });
    // The card is in another column now.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(leadId)}"]`)?.focus());
  };
  const moveTo = (status: LeadStatus) => (status === "lost" ? setLosing(true) : task.run(() => move(status, null)));
  const drag = useCardDrag({
    isOn: mayChange && !task.isBusy && !isLosing,
    onDrop: (status) => status !== lead.status && moveTo(status),
  });
  return (
    <li {...drag} className={styles.card} aria-current={search.get("lead") === leadId || undefined}>
      <Link
        to={withLead(search, leadId)}
        className={styles.name}
        data-row={leadId}
        draggable={false}
        preventScrollReset
      >
        {name}
      </Link>
      {interest ? <span className={styles.interest}>{interest}</span> : null}
      <div className={styles.foot}>
        {owner ? <OwnerMark owner={owner} /> : <span className={styles.nobody}>No owner</span>}
        <span>{nextCallAt ? <NextCall at={nextCallAt} /> : null}</span>
      </div>
      {mayChange ? (
        <div className={styles.menu}>
          <Menu
            button={(props) => (
              <button
                type="button"
                className={styles.move}
                aria-label={`Move ${name} to…`}
                title="Move to…"
                disabled={task.isBusy}
                {...props}
              >
                <StaffIcon name="dots" />
              </button>
            )}
          >
            {leadStatuses
              .filter((status) => status !== lead.status)
              .map((status) => (
                <MenuAction key={status} onChoose={() => moveTo(status)}>
                  {leadStatusText[status]}
                </MenuAction>
              ))}
          </Menu>
        </div>
      ) : null}
      <div className={styles.problem}>
        <TaskProblem task={task} />
      </div>
      {isLosing ? (
        <LostDialog name={name} save={(reason) => move("lost", reason)} onClose={() => setLosing(false)} />
      ) : null}
    </li>
  );
}

/** Shalini Ravi changed Gokul Anand 2 minutes ago. */
async function whoChanged({ leadId, name }: Lead): Promise<string> {
  const by = await inboxClient.read({ leadId }).then(
    ({ lastChange }) => lastChange,
    () => null,
  );
  return by ? `${by.who} changed ${name} ${formatAgo(by.at)}.` : `Somebody has changed ${name} meanwhile.`;
}
