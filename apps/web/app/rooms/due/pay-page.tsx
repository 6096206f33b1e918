import type { PayPage } from "@shoreline/contract";
import { ApiError } from "@shoreline/contract/client";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { data, useRevalidator } from "react-router";
import { formatDate, formatRupees } from "../../lib/format.ts";
import { load } from "../../lib/load.ts";
import { errorText } from "../../lib/problem.ts";
import { Button } from "../../ui/button.tsx";
import { card } from "../../ui/card.module.css";
import { Icon } from "../../ui/icon.tsx";
import { Message, Notice, type NoticeContent } from "../../ui/message.tsx";
import { PageHead } from "../../ui/section.tsx";
import { Tag } from "../../ui/tag.tsx";
import type { Route } from "./+types/pay-page";
import * as styles from "./pay-page.module.css";

export const handle = { isSelling: true };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Pay your fee: ${loaderData?.institute.name ?? ""}` },
  { name: "robots", content: "noindex" },
];

/** Personal: anybody with the link can read it, but no cache may store it. */
export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function loader({ context, params }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const { institute } = await client.site.read({});
    const page = await client.due.read(params).catch((error) => {
      if (error instanceof ApiError && [400, 404].includes(error.status)) return null;
      throw error;
    });
    const { name, phone } = institute;
    const headers = { "cache-control": "no-store" };
    return data({ institute: { name, phone }, page }, page ? { headers } : { headers, status: 404 });
  });
}

export default function PayLink({ loaderData: { institute, page }, params: { token } }: Route.ComponentProps) {
  if (page) return <Part key={token} token={token} institute={institute} loaded={page} />;
  return (
    <PageHead
      title="This payment link is not valid"
      lead={`The address may be incomplete. Ask ${institute.name} for a new link: ${institute.phone}.`}
    />
  );
}

type PartProps = { token: string; institute: { name: string; phone: string }; loaded: PayPage };

function Part({ token, institute, loaded }: PartProps) {
  const [answer, setAnswer] = useState<PayPage | null>(null);
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const [isBusy, setBusy] = useState(false);
  // The browser keeps the tick: who sets it before the scripts have come must not lose it.
  const later = useRef<HTMLInputElement>(null);
  const { revalidate, state: loading } = useRevalidator();
  const leaving = useRef<AbortController | null>(null);
  // Leaving the page closes its payment window.
  useEffect(() => () => leaving.current?.abort(), []);
  const page = answer ?? loaded;
  const amount = formatRupees(page.amountInPaise / 100);

  const lookAgain = () => {
    setAnswer(null);
    return revalidate();
  };

  async function pay() {
    if (isBusy) return;
    setBusy(true);
    leaving.current = new AbortController();
    const { signal } = leaving.current;
    try {
      // Who only looks needs no checkout.
      const { payDue } = await import("./pay.ts");
      const instituteName = institute.name;
      const automatic = later.current?.checked === true && page.automatic !== null;
      const paid = await payDue({ token, page, automatic, instituteName, signal, showNotice: setNotice });
      if (paid) setAnswer(paid);
      else await lookAgain();
    } catch (error) {
      setNotice({ kind: "wrong", text: errorText(error) });
    }
    setBusy(false);
  }

  return (
    <>
      <PageHead title={`Fee for ${page.courseName}`} lead={`${page.firstName} learns at ${institute.name}.`} />
      <div className="wrap">
        <div className={styles.page}>
          <Message notice={notice} onDismiss={() => setNotice(null)} />
          <section className={card} aria-label="Instalment">
            <p className={styles.amount}>{amount}</p>
            <dl className={styles.facts}>
              {page.count > 1 ? (
                <>
                  <dt>Part</dt>
                  <dd>
                    {page.number} of {page.count}
                  </dd>
                </>
              ) : null}
              <dt>Due on</dt>
              <dd>
                {formatDate(page.dueOn)} {page.isOverdue ? <Tag look="coral">Overdue</Tag> : null}
              </dd>
            </dl>
            <Outcome page={page} phone={institute.phone}>
              {page.takenOn ? (
                <p>It will be taken automatically on {formatDate(page.takenOn)}. You need not pay it here.</p>
              ) : null}
              {page.automatic ? <LaterParts dues={page.automatic} tick={later} /> : null}
              <Button isBusy={isBusy} onClick={pay}>
                Pay {amount}
              </Button>
              <p className="text-s text-ink-2">
                You need no account. The invoice is issued to the learner and mailed to them.
              </p>
            </Outcome>
            {page.state === "pending" ? (
              <Button look="line" isBusy={loading !== "idle"} onClick={lookAgain}>
                Look again
              </Button>
            ) : null}
          </section>
          <p className="text-s text-ink-2">
            Questions? Call {institute.name}:{" "}
            <a href={`tel:${institute.phone.replace(/\s/g, "")}`}>{institute.phone}</a>
          </p>
        </div>
      </div>
    </>
  );
}

type LaterProps = { dues: NonNullable<PayPage["automatic"]>; tick: RefObject<HTMLInputElement | null> };

/** The payer sees each day and amount before agreeing. */
function LaterParts({ dues, tick }: LaterProps) {
  return (
    <div className={styles.later}>
      <label>
        <input type="checkbox" ref={tick} />
        <span>Pay the later parts automatically on their days</span>
      </label>
      <ul>
        {dues.map(({ number, amountInPaise, dueOn }) => (
          <li key={number}>
            {formatRupees(amountInPaise / 100)} on {formatDate(dueOn)}
          </li>
        ))}
      </ul>
      <p className="text-s text-ink-2">
        You can stop it at any time: in your bank or UPI app, or the learner in their Purchase History. The learner is
        told two days before each payment.
      </p>
    </div>
  );
}

type OutcomeProps = { page: PayPage; phone: string; children: ReactNode };

/** Whether it can be paid, and if not, why. */
function Outcome({ page: { state, paidOn, paper }, phone, children }: OutcomeProps) {
  if (state === "open") return children;
  if (state === "paid")
    return (
      <div role="status">
        <Notice look="done">
          <Icon name="check" />
          <div>
            <p>Paid{paidOn ? ` on ${formatDate(paidOn)}` : ""}. Thank you.</p>
            {paper ? (
              <p>
                {paper.name} {paper.number}{" "}
                {paper.isMailed ? "was mailed to the learner." : "is with us for the learner."}
              </p>
            ) : null}
          </div>
        </Notice>
      </div>
    );
  const texts = {
    pending: "We are confirming your payment. It takes a moment; please do not pay again.",
    waiting: `The price is not agreed yet. We will tell you when you can pay. Questions? Call us: ${phone}.`,
    "bought elsewhere": `The course is bought already, so nothing is to pay here. Questions? Call us: ${phone}.`,
    withdrawn: `This instalment is no longer asked for, so nothing can be paid here. Questions? Call us: ${phone}.`,
  };
  return (
    <div role="status">
      <Notice look="waiting">
        <Icon name="clock" /> <p>{texts[state]}</p>
      </Notice>
    </div>
  );
}
