import type { Lead } from "@shoreline/contract";
import { useState } from "react";
import { IconButton, Key } from "../controls.tsx";
import { StaffIcon } from "../icon.tsx";
import { useKeys } from "../keys.ts";
import type { Undo } from "../toast-box.tsx";
import * as styles from "./lead-bulk.module.css";
import { type BulkAction, type BulkTarget, LeadBulkDialog } from "./lead-bulk-dialog.tsx";

type Props = {
  target: BulkTarget;
  /** 3 leads */
  text: string;
  /** The chosen ones are spam already. */
  isSpam: boolean;
  /** The open lead has the same keys. */
  hasKeys: boolean;
  /** Those of the chosen leads that are on the page. */
  leads: Lead[];
  onDone(news: string, undo: Undo | null): void;
  onNone(): void;
};

/** At the foot of the list while leads are chosen. */
export function LeadBulk({ target, text, isSpam, hasKeys, leads, onDone, onNone }: Props) {
  const [open, setOpen] = useState<BulkAction | null>(null);
  useKeys(
    hasKeys ? { o: () => setOpen("owner"), s: () => setOpen("status"), d: () => setOpen("call"), Escape: onNone } : {},
  );
  const actions = [
    { action: "owner", icon: "person", label: "Owner", key: "O" },
    { action: "status", icon: "check", label: "Status", key: "S" },
    { action: "call", icon: "clock", label: "Next call", key: "D" },
    { action: "tag", icon: "tag", label: "Add tag", key: null },
    { action: "spam", icon: "warn", label: isSpam ? "Not spam" : "Mark as spam", key: null },
  ] as const;
  return (
    <>
      <section className={styles.bulk} aria-label={`For ${text}`}>
        <b role="status">{text} chosen</b>
        {actions.map(({ action, icon, label, key }) => (
          <button key={action} type="button" className={styles.action} onClick={() => setOpen(action)}>
            <StaffIcon name={icon} />
            {label}
            {key ? <Key>{key}</Key> : null}
          </button>
        ))}
        <IconButton icon="x" label="Clear the selection" className={styles.none} onClick={onNone} />
      </section>
      {open ? (
        <LeadBulkDialog
          action={open}
          target={target}
          text={text}
          isSpam={isSpam}
          leads={leads}
          onDone={onDone}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </>
  );
}
