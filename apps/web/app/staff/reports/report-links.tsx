import type { LeadSource, LeadStatus } from "@shoreline/domain/inbox";
import type { Period } from "@shoreline/domain/report";
import { Link } from "react-router";
import { may, useMe } from "../queries.ts";
import * as styles from "./report-links.module.css";
import { numberText } from "./report-words.ts";

export type LeadsFilter = Period & {
  source?: LeadSource;
  owner?: string;
  status?: LeadStatus;
  campaign?: string;
  campaignFrom?: string;
  firstPage?: string;
};

export function leadsAddress(filter: LeadsFilter): string {
  return `/staff/leads?${new URLSearchParams(filter)}`;
}

type Props = {
  count: number;
  /** The list that it counts; of who was contacted there is none. */
  filter?: LeadsFilter | undefined;
  /** What the link leads to, for those who hear it alone. */
  about: string;
};

/** A number that leads to its list. Who may not see leads reads the number. */
export function LeadCount({ count, filter, about }: Props) {
  const me = useMe();
  const text = numberText(count);
  if (!filter || count === 0 || !may(me, "see leads"))
    return (
      <span className={styles.number} data-zero={count === 0}>
        {text}
      </span>
    );
  return (
    <Link to={leadsAddress(filter)} className={styles.number} aria-label={`${text} ${about}`}>
      {text}
    </Link>
  );
}
