import type { StaffRefund, Waiting } from "@shoreline/contract";
import type { Permission } from "@shoreline/domain/staff";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refundClient } from "../client.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { Button, Field } from "../controls.tsx";
import { moneyText } from "../money.ts";
import { may, useMe } from "../queries.ts";
import { holdersText } from "../words.ts";
import { paymentsKey } from "./payment-queries.ts";
import { wayText } from "./payment-words.ts";
import * as styles from "./waiting-lists.module.css";

type Action = {
  button: string;
  title: string;
  text: string;
  isHard: boolean;
  news: string;
  takesReference?: boolean;
  run(given: { reference: string; drawerId?: string }): Promise<unknown>;
};

/** What fits the state of a refund, and whose right it is. */
function actionsOf(refund: StaffRefund): { permission: Permission; actions: Action[] } | null {
  const { refundId, version, state, way, amountInPaise } = refund;
  const money = moneyText(amountInPaise);
  const ids = { refundId, version };
  if (state === "asked")
    return {
      permission: "approve refunds",
      actions: [
        {
          ...{
            button: `Approve ${money}`,
            title: "Approve this refund?",
            isHard: true,
            news: "The refund is approved.",
          },
          text: `${money} goes back: ${wayText(way).toLowerCase()}. The payer gets a mail${refund.endsAccess ? ", and the access ends" : ""}.`,
          run: () => refundClient.decide({ ...ids, isApproved: true }),
        },
        {
          ...{ button: "Refuse", title: "Refuse this refund?", isHard: false, news: "The refund is refused." },
          text: "Nobody gets anything, and nobody is told.",
          run: () => refundClient.decide({ ...ids, isApproved: false }),
        },
      ],
    };
  if (state === "approved" && way !== "source")
    return {
      permission: "take payments",
      actions: [
        {
          ...{ button: `${money} is given`, title: "Was the money given?", isHard: true, takesReference: true },
          text: `${wayText(way)}.${way === "cash" ? " It comes out of the open drawer." : ""} The credit note is issued now.`,
          news: "The refund is given.",
          run: (given) => refundClient.give({ ...ids, ...given }),
        },
      ],
    };
  if (state === "failed")
    return {
      permission: "approve refunds",
      actions: [
        {
          ...{
            button: `Send ${money} again`,
            title: "Send it again?",
            isHard: true,
            news: "The refund is on its way.",
          },
          text: `The provider tries once more to give ${money} back.`,
          run: () => refundClient.again({ ...ids, isSent: true }),
        },
        {
          ...{ button: "Give it up", title: "Give this refund up?", isHard: false, news: "The refund is given up." },
          text: "The money stays here. You can ask for another refund later.",
          run: () => refundClient.again({ ...ids, isSent: false }),
        },
      ],
    };
  if (state === "done")
    return {
      permission: "approve refunds",
      actions: [
        {
          ...{ button: "End the access", title: "End the access?", isHard: true, news: "The access has ended." },
          text: "The course is not the learner's any more: place, reminders and calendar end. It can be bought again.",
          run: () => refundClient.endAccess({ ...ids, isEnded: true }),
        },
        {
          ...{ button: "Let them keep it", title: "Let them keep the course?", isHard: false },
          text: "The learner keeps the course although all of the money is back. Your name goes to the audit log.",
          news: "The learner keeps the course.",
          run: () => refundClient.endAccess({ ...ids, isEnded: false }),
        },
      ],
    };
  return null;
}

type Props = { refund: StaffRefund; drawers: Waiting["drawers"]; onNews(text: string): void };

export function RefundActions({ refund, drawers, onNews }: Props) {
  const me = useMe();
  const queries = useQueryClient();
  const [open, setOpen] = useState<Action | null>(null);
  const [reference, setReference] = useState("");
  const [drawerId, setDrawer] = useState("");
  const fitting = actionsOf(refund);
  if (!fitting) return null;
  const isAllowed = may(me, fitting.permission);
  return (
    <div className={styles.actions}>
      {fitting.actions.map((action, at) => (
        <Button
          key={action.button}
          look={at === 0 ? "sea" : "line"}
          disabled={!isAllowed}
          onClick={() => setOpen(action)}
        >
          {action.button}
        </Button>
      ))}
      {isAllowed ? null : <span>Only {holdersText(fitting.permission)} may.</span>}
      {open ? (
        <ConfirmDialog
          {...{ title: open.title, text: open.text, button: open.button, isHard: open.isHard }}
          isReady={!(open.takesReference && refund.way === "cash" && drawers.length > 1) || drawerId !== ""}
          run={async () => {
            await open.run({ reference, ...(drawerId ? { drawerId } : {}) });
            await queries.invalidateQueries({ queryKey: paymentsKey });
            setOpen(null);
            onNews(open.news);
          }}
          onClose={() => setOpen(null)}
        >
          {open.takesReference && refund.way !== "cash" ? (
            <Field
              label="Reference"
              value={reference}
              maxLength={100}
              onChange={({ target }) => setReference(target.value)}
            />
          ) : null}
          {open.takesReference && refund.way === "cash" && drawers.length > 1 ? (
            <Field kind="select" label="Drawer" value={drawerId} onChange={({ target }) => setDrawer(target.value)}>
              <option value="">Choose a drawer</option>
              {drawers.map((drawer) => (
                <option key={drawer.drawerId} value={drawer.drawerId}>
                  {drawer.desk}
                </option>
              ))}
            </Field>
          ) : null}
        </ConfirmDialog>
      ) : null}
    </div>
  );
}
