import type { LeadDetail } from "@shoreline/contract";
import type { ReactNode } from "react";
import { formatWhen, formatWhole } from "../when.ts";
import { numberText } from "../words.ts";
import { isLate } from "./lead-call.ts";
import * as styles from "./lead-facts.module.css";
import { leadSourceText, pageText } from "./lead-words.ts";

type Props = { lead: LeadDetail; onChange(what: "owner" | "next call"): void; children: ReactNode };

/** What a call needs, with the tags as children. The rest is folded, so that the history begins high. */
export function LeadFacts({ lead, onChange, children }: Props) {
  const { interest, number, email, owner, nextCallAt, lostReason } = lead;
  return (
    <div className={styles.all}>
      <dl className={styles.facts}>
        <Fact name="Asked about">{interest || "not said"}</Fact>
        <Fact name="Number">{number ? <span className={styles.mono}>{numberText(number)}</span> : "none"}</Fact>
        <Fact name="E-mail">{email ?? "none"}</Fact>
        <Fact name="Next call">
          {nextCallAt ? (
            <b className={isLate(nextCallAt) ? styles.late : undefined}>{formatWhole(nextCallAt)}</b>
          ) : (
            "not planned"
          )}
          <ChangeButton label="Change the next call" shortcut="D" onClick={() => onChange("next call")} />
        </Fact>
        <Fact name="Owner">
          {owner?.name ?? "nobody"}
          <ChangeButton label="Change the owner" shortcut="O" onClick={() => onChange("owner")} />
        </Fact>
        {lostReason ? <Fact name="Lost because">{lostReason}</Fact> : null}
        <Fact name="Tags">{children}</Fact>
      </dl>
      <Origin lead={lead} />
    </div>
  );
}

/** Where the lead came from, and when. */
function Origin({ lead }: { lead: LeadDetail }) {
  const { source, landingPage, cameAt, lastAt } = lead;
  const { referrer, ...campaign } = lead.campaign;
  return (
    <details className={styles.origin}>
      <summary>
        <span>From {leadSourceText[source]}</span>, {formatWhen(cameAt)}
      </summary>
      <dl className={styles.facts}>
        {Object.keys(campaign).length > 0 ? <Fact name="Campaign">{campaignText(campaign)}</Fact> : null}
        {referrer ? <Fact name="Referrer">{referrer}</Fact> : null}
        {landingPage ? <Fact name="First page">{pageText(landingPage)}</Fact> : null}
        <Fact name="Received">{formatWhole(cameAt)}</Fact>
        {lastAt === cameAt ? null : <Fact name="Last active">{formatWhole(lastAt)}</Fact>}
      </dl>
    </details>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

type ChangeProps = { label: string; shortcut: string; onClick(): void };

function ChangeButton({ label, shortcut, onClick }: ChangeProps) {
  return (
    <button
      type="button"
      className={styles.change}
      aria-label={label}
      aria-keyshortcuts={shortcut}
      title={`${label} (${shortcut})`}
      onClick={onClick}
    >
      change
    </button>
  );
}

/** source: google, campaign: diwali */
function campaignText(campaign: LeadDetail["campaign"]): string {
  const parts = Object.entries(campaign).map(([name, value]) => `${name.replace(/^utm_/, "")}: ${value}`);
  return parts.join(", ");
}
