import type { Lead } from "@shoreline/contract";
import { Face } from "../face.tsx";
import { StaffIcon } from "../icon.tsx";
import { StatusMark } from "../status-mark.tsx";
import { formatAge, formatCall, formatWhen } from "../when.ts";
import { isLate } from "./lead-call.ts";
import * as styles from "./lead-cell.module.css";
import type { LeadColumn } from "./lead-columns.ts";
import { leadSourceIcon, leadSourceText, leadStatusShape, leadStatusText } from "./lead-words.ts";

export function LeadCell({ lead, column }: { lead: Lead; column: LeadColumn }) {
  switch (column) {
    case "interest":
      return (
        <>
          <span className={styles.phoneOnly}>
            <StaffIcon name={leadSourceIcon[lead.source]} />
          </span>
          {lead.interest}
        </>
      );
    case "source":
      return leadSourceText[lead.source];
    case "status":
      return <StatusMark shape={leadStatusShape[lead.status]}>{leadStatusText[lead.status]}</StatusMark>;
    case "owner":
      return <OwnerMark owner={lead.owner} />;
    case "call":
      return (
        <>
          {lead.nextCallAt ? (
            <span className={styles.phoneOnly}>
              <StaffIcon name="phone" />
              <span className="sr-only">Next call </span>
            </span>
          ) : null}
          <NextCall at={lead.nextCallAt} />
        </>
      );
    case "last":
      return formatWhen(lead.lastAt);
    case "came":
      return (
        <>
          <span className={styles.deskOnly}>{formatWhen(lead.cameAt)}</span>
          <span className={styles.phoneOnly}>
            <span className="sr-only">Received </span>
            {formatAge(lead.cameAt)}
          </span>
        </>
      );
  }
}

/** The initials; the name for screen readers and under the mouse. */
export function OwnerMark({ owner }: Pick<Lead, "owner">) {
  const name = owner?.name ?? "no owner";
  return (
    <span className={styles.owner} data-nobody={owner === null} title={name}>
      <span aria-hidden="true">{owner ? <Face name={owner.name} photo={owner.photo} /> : "–"}</span>
      <span className="sr-only">{name}</span>
    </span>
  );
}

export function NextCall({ at }: { at: string | null }) {
  if (!at)
    return (
      <span className={styles.none}>
        <span aria-hidden="true">–</span>
        <span className="sr-only">none</span>
      </span>
    );
  return isLate(at) ? (
    <span className={styles.late}>
      {formatCall(at)}
      <span className="sr-only">, late</span>
    </span>
  ) : (
    formatCall(at)
  );
}
