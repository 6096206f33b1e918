import type { Purchase } from "@shoreline/contract";
import { useState } from "react";
import { useClassroom } from "../../lib/classroom.ts";
import { formatDay, formatRupees } from "../../lib/format.ts";
import { learnerClient } from "../../lib/learner.ts";
import { saveFile } from "../../lib/save-file.ts";
import { useSubmission } from "../../lib/submission.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Message, type NoticeContent } from "../../ui/message.tsx";
import { Tag } from "../../ui/tag.tsx";
import * as styles from "./purchase-history.module.css";

export const meta = () => [{ title: "Purchase History" }, { name: "robots", content: "noindex" }];

export default function PurchaseHistory() {
  const { history: purchases, institute } = useClassroom();
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const { isBusy, send } = useSubmission();
  const download = async ({ _id: purchaseId }: Purchase, number?: string) => {
    setNotice(null);
    const wanted = { purchaseId, ...(number ? { number } : {}) };
    const outcome = await send(wanted, async () =>
      saveFile({ ...(await learnerClient.enrolment.invoice(wanted)), type: "application/pdf" }),
    );
    if (!outcome.isSent) setNotice({ kind: "wrong", text: outcome.text });
  };
  const day = ({ purchasedDate }: Purchase) => formatDay(purchasedDate, institute).replaceAll(" ", " / ");
  const invoiceButton = (purchase: Purchase) =>
    purchase.invoiceNumber ? (
      <Button look="line" disabled={isBusy} onClick={() => download(purchase)}>
        <Icon name="download" /> {purchase.isReceipt ? "Receipt" : "Invoice"}{" "}
        <span className="sr-only">{purchase.invoiceNumber}</span>
      </Button>
    ) : null;
  const creditButtons = (purchase: Purchase) =>
    purchase.papers
      .filter(({ kind }) => kind === "credit note")
      .map(({ number }) => (
        <Button key={number} look="line" disabled={isBusy} onClick={() => download(purchase, number)}>
          <Icon name="download" /> Credit note <span className="sr-only">{number}</span>
        </Button>
      ));

  return (
    <>
      <h1>Purchase History</h1>
      <Message notice={notice} onDismiss={() => setNotice(null)} />
      {purchases.length === 0 ? (
        <Empty title="No purchases yet">
          <p className="text-ink-2">Your purchases appear here with their invoices.</p>
          <ButtonLink to="/dashboard/allcourses">See all courses</ButtonLink>
        </Empty>
      ) : (
        <>
          <table className={styles.table}>
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
                <tr key={purchase._id}>
                  <td>
                    <img src={purchase.course.courseImage} alt="" width="80" height="60" loading="lazy" />
                  </td>
                  <th scope="row">{purchase.course.courseName}</th>
                  <td>{day(purchase)}</td>
                  <td>{formatRupees(purchase.amount)}</td>
                  <td>{purchase.paidVia}</td>
                  <td>
                    <Tag look="green">{purchase.status}</Tag>
                  </td>
                  <td>
                    {invoiceButton(purchase)} {creditButtons(purchase)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <ul className={styles.cards}>
            {purchases.map((purchase) => (
              <li key={purchase._id}>
                <Fold
                  heading="h2"
                  title={purchase.course.courseName}
                  picture={<img src={purchase.course.courseImage} alt="" width="64" height="48" loading="lazy" />}
                >
                  <dl>
                    <dt>Purchased</dt>
                    <dd>{day(purchase)}</dd>
                    <dt>Total amount</dt>
                    <dd>{formatRupees(purchase.amount)}</dd>
                    <dt>Paid via</dt>
                    <dd>{purchase.paidVia}</dd>
                    <dt>Status</dt>
                    <dd>
                      <Tag look="green">{purchase.status}</Tag>
                    </dd>
                  </dl>
                  {invoiceButton(purchase)} {creditButtons(purchase)}
                </Fold>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
