import type { Plan, Purchase } from "@shoreline/contract";
import { Fragment, useState } from "react";
import { useClassroom } from "../../lib/classroom.ts";
import { formatDate, formatDay, formatRupees } from "../../lib/format.ts";
import { learnerClient } from "../../lib/learner.ts";
import { saveFile } from "../../lib/save-file.ts";
import { useSubmission } from "../../lib/submission.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Message, type NoticeContent } from "../../ui/message.tsx";
import { Tag } from "../../ui/tag.tsx";
import { PlanDues } from "./plan-dues.tsx";
import * as styles from "./purchase-history.module.css";

export const meta = () => [{ title: "Purchase History" }, { name: "robots", content: "noindex" }];

export default function PurchaseHistory() {
  const { history: purchases, plans, institute } = useClassroom();
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const { isBusy, send } = useSubmission();
  const download = async ({ _id: purchaseId }: Purchase, number: string) => {
    setNotice(null);
    const outcome = await send({ purchaseId, number }, async () =>
      saveFile({ ...(await learnerClient.enrolment.invoice({ purchaseId, number })), type: "application/pdf" }),
    );
    if (!outcome.isSent) setNotice({ kind: "wrong", text: outcome.text });
  };
  const day = ({ purchasedDate }: Purchase) => formatDay(purchasedDate, institute).replaceAll(" ", " / ");
  const isOneOfMany = ({ papers }: Purchase) => papers.filter(({ kind }) => kind === "invoice").length > 1;
  const paperButtons = (purchase: Purchase) =>
    purchase.papers.map(({ kind, number, isReceipt }, n) => (
      <Button key={number} look="line" disabled={isBusy} onClick={() => download(purchase, number)}>
        <Icon name="download" /> {kind === "credit note" ? "Credit note" : isReceipt ? "Receipt" : "Invoice"}
        {kind === "invoice" && isOneOfMany(purchase) ? ` ${n + 1}` : ""} <span className="sr-only">{number}</span>
      </Button>
    ));
  const planOf = ({ _id }: Purchase) => plans.find(({ purchaseId }) => purchaseId === _id);
  // Nothing is paid yet, so there is no purchase.
  const agreed = plans.filter(({ purchaseId }) => purchaseId === null);
  const statusTag = (purchase: Purchase) => {
    const parts = partsText(planOf(purchase));
    if (purchase.status !== "Completed") return <Tag look="coral">{purchase.status}</Tag>;
    return parts ? <Tag>{parts}</Tag> : <Tag look="green">Completed</Tag>;
  };

  return (
    <>
      <h1>Purchase History</h1>
      <Message notice={notice} onDismiss={() => setNotice(null)} />
      {purchases.length === 0 && agreed.length === 0 ? (
        <Empty title="No purchases yet">
          <p className="text-ink-2">Your purchases appear here with their invoices.</p>
          <ButtonLink to="/dashboard/allcourses">See all courses</ButtonLink>
        </Empty>
      ) : (
        <>
          {agreed.map((plan) => (
            <section key={plan.courseId}>
              <h2>{plan.courseName}: waiting for your first payment</h2>
              <PlanDues plan={plan} />
            </section>
          ))}
          <table className={styles.table} hidden={purchases.length === 0}>
            <thead>
              <tr>
                <th colSpan={2}>Course</th>
                <th>Purchased</th>
                <th>Total amount</th>
                <th>Paid via</th>
                <th>Status</th>
                <th>
                  <span className="sr-only">Invoice</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {purchases.map((purchase) => (
                <Fragment key={purchase._id}>
                  <tr data-has-plan={planOf(purchase) !== undefined}>
                    <td>
                      <img src={purchase.course.courseImage} alt="" width="80" height="60" loading="lazy" />
                    </td>
                    <th scope="row">{purchase.course.courseName}</th>
                    <td>{day(purchase)}</td>
                    <td>{amountText(purchase, planOf(purchase))}</td>
                    <td>{purchase.paidVia}</td>
                    <td>{statusTag(purchase)}</td>
                    <td>
                      <div className={styles.papers}>{paperButtons(purchase)}</div>
                    </td>
                  </tr>
                  <PlanRow plan={planOf(purchase)} />
                </Fragment>
              ))}
            </tbody>
          </table>
          <ul className={styles.cards}>
            {purchases.map((purchase) => (
              <li key={purchase._id}>
                <Fold
                  heading="h2"
                  title={purchase.course.courseName}
                  aside={nextText(planOf(purchase))}
                  picture={<img src={purchase.course.courseImage} alt="" width="64" height="48" loading="lazy" />}
                >
                  <dl>
                    <dt>Purchased</dt>
                    <dd>{day(purchase)}</dd>
                    <dt>Total amount</dt>
                    <dd>{amountText(purchase, planOf(purchase))}</dd>
                    <dt>Paid via</dt>
                    <dd>{purchase.paidVia}</dd>
                    <dt>Status</dt>
                    <dd>{statusTag(purchase)}</dd>
                  </dl>
                  <PlanPart plan={planOf(purchase)} />
                  <div className={styles.papers}>{paperButtons(purchase)}</div>
                </Fold>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const isOpen = ({ state }: Plan["dues"][number]) => state === "open" || state === "overdue";

/** While parts are open: 1 of 3 parts paid */
function partsText(plan: Plan | undefined): string {
  if (!plan?.dues.some(isOpen)) return "";
  const paid = plan.dues.filter(({ state }) => state === "paid");
  return `${paid.length} of ${plan.dues.length} parts paid`;
}

function amountText({ amount }: Purchase, plan: Plan | undefined): string {
  if (!plan?.dues.some(isOpen)) return formatRupees(amount);
  const { paidInPaise, openInPaise } = plan;
  return `${formatRupees((paidInPaise + openInPaise) / 100)}, ${formatRupees(paidInPaise / 100)} paid`;
}

/** ₹9,499 due 18 Jan: a phone has no room for the year. */
function nextText(plan: Plan | undefined): string {
  const next = plan?.dues.find(isOpen);
  if (!next) return "";
  return `${formatRupees(next.amountInPaise / 100)} due ${formatDate(next.dueOn).replace(/ \d{4}$/, "")}`;
}

type OwnPlan = { plan: Plan | undefined };

function PlanRow({ plan }: OwnPlan) {
  if (!plan) return null;
  return (
    <tr>
      <td />
      <td colSpan={6} className={styles.instalments}>
        <PlanDues plan={plan} />
      </td>
    </tr>
  );
}

function PlanPart({ plan }: OwnPlan) {
  return plan ? <PlanDues plan={plan} /> : null;
}
