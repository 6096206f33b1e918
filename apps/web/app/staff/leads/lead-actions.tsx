import type { LeadDetail } from "@shoreline/contract";
import { useId } from "react";
import { Button, ButtonLink, ButtonRow, IconButton, Key } from "../controls.tsx";
import { StaffIcon } from "../icon.tsx";
import { Menu, MenuAction } from "../menu.tsx";
import { may, useMe } from "../queries.ts";
import * as styles from "./lead-actions.module.css";

export type LeadAction = "call" | "whatsapp" | "mail" | "details" | "merge" | "spam";
type Props = { lead: LeadDetail; onChoose(action: LeadAction): void };

/** How to reach the person. The phone dials, and meanwhile a form asks what came of it. */
export function LeadContact({ lead, onChoose }: Props) {
  const { number, email } = lead;
  const id = useId();
  const mayEnrol = may(useMe(), "enrol learners");
  const whyNot = [
    number ? null : "There is no number to call or to write to.",
    email ? null : "There is no e-mail address.",
  ].filter(Boolean);
  return (
    <>
      <div className={styles.contact}>
        {number ? (
          <ButtonLink look="line" to={`tel:${number}`} onClick={() => onChoose("call")}>
            <StaffIcon name="phone" />
            Call
          </ButtonLink>
        ) : (
          <Button look="line" disabled aria-describedby={id}>
            <StaffIcon name="phone" />
            Call
          </Button>
        )}
        <Button
          look="line"
          disabled={!number}
          aria-describedby={number ? undefined : id}
          onClick={() => onChoose("whatsapp")}
        >
          <StaffIcon name="chat" />
          WhatsApp
        </Button>
        <Button
          look="line"
          disabled={!email}
          aria-describedby={email ? undefined : id}
          onClick={() => onChoose("mail")}
        >
          <StaffIcon name="mail" />
          Mail
        </Button>
        <LeadMenu lead={lead} onChoose={onChoose} />
      </div>
      {mayEnrol ? (
        <ButtonRow>
          <ButtonLink
            look="line"
            to={`/staff/enrol${number ? `?number=${encodeURIComponent(number)}` : ""}`}
            data-enrol
          >
            <StaffIcon name="form" />
            Enrol
            <Key>E</Key>
          </ButtonLink>
        </ButtonRow>
      ) : null}
      {whyNot.length > 0 ? (
        <p id={id} className={styles.whyNot}>
          {whyNot.join(" ")} Add it with “Edit details” in the menu.
        </p>
      ) : null}
    </>
  );
}

function LeadMenu({ lead: { name, isSpam }, onChoose }: Props) {
  return (
    <Menu button={(props) => <IconButton {...props} icon="dots" label={`More for ${name}`} />}>
      <MenuAction onChoose={() => onChoose("details")}>Edit details</MenuAction>
      <MenuAction onChoose={() => onChoose("merge")}>Merge with another lead</MenuAction>
      <MenuAction onChoose={() => onChoose("spam")}>{isSpam ? "Not spam" : "Mark as spam"}</MenuAction>
    </Menu>
  );
}
