import type { Plan } from "@shoreline/contract";
import { formatDate, formatRupees } from "../../lib/format.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Tag } from "../../ui/tag.tsx";
import { PlanAutomatic } from "./plan-automatic.tsx";
import * as styles from "./plan-dues.module.css";

type Due = Plan["dues"][number];

/** What is paid in parts: each part with its day, and Pay for the next one. */
export function PlanDues({ plan }: { plan: Plan }) {
  const next = plan.dues.find(({ payPath }) => payPath);
  return (
    <section className={styles.plan} aria-label={`Instalments of ${plan.courseName}`}>
      <p>
        <b>{rupees(plan.paidInPaise)}</b> paid, <b>{rupees(plan.openInPaise)}</b> to pay
      </p>
      <ol>
        {plan.dues.map((due) => (
          <li key={due.number}>
            <span>Part {due.number}</span>
            <b>{rupees(due.amountInPaise)}</b>
            <span>{whenOf(due)}</span>
            <StateTag state={due.state} />
          </li>
        ))}
      </ol>
      {plan.automatic ? <PlanAutomatic courseName={plan.courseName} automatic={plan.automatic} /> : null}
      {next?.payPath ? (
        <ButtonLink to={next.payPath}>
          Pay {rupees(next.amountInPaise)}
          <span className="sr-only"> for {plan.courseName}</span>
        </ButtonLink>
      ) : null}
    </section>
  );
}

const rupees = (paise: number) => formatRupees(paise / 100);

function whenOf({ state, dueOn, paidOn, takenOn }: Due): string {
  if (takenOn) return `taken automatically on ${formatDate(takenOn)}`;
  if (state === "paid") return paidOn ? `paid on ${formatDate(paidOn)}` : "paid";
  return state === "written off" ? "" : `due on ${formatDate(dueOn)}`;
}

function StateTag({ state }: Pick<Due, "state">) {
  if (state === "overdue") return <Tag look="coral">Overdue</Tag>;
  if (state === "paid") return <Tag look="green">Paid</Tag>;
  return state === "written off" ? <Tag>Not asked for any more</Tag> : <Tag>Open</Tag>;
}
