import type { Plan } from "@shoreline/contract";
import { Link } from "react-router";
import { formatDate, formatRupees } from "../lib/format.ts";
import { Icon } from "../ui/icon.tsx";
import { Notice } from "../ui/message.tsx";

/** On every screen: what is overdue, what follows from it, and where it is paid. */
export function Overdue({ plans }: { plans: Plan[] }) {
  const late = plans.filter(({ overdueInPaise }) => overdueInPaise > 0);
  if (late.length === 0) return null;
  return (
    <section aria-label="Overdue fees">
      {late.map((plan) => (
        <OverduePlan key={plan.courseId} plan={plan} />
      ))}
    </section>
  );
}

function OverduePlan({ plan: { courseName, overdueInPaise, isOnHold, dues } }: { plan: Plan }) {
  const first = dues.find(({ state }) => state === "overdue");
  if (!first?.payPath) return null;
  return (
    <Notice look="wrong">
      <Icon name="warn" />
      <p>
        {formatRupees(overdueInPaise / 100)} for {courseName} has been overdue since {formatDate(first.dueOn)}.{" "}
        {isOnHold ? "Your classes are on hold: you can join again as soon as it is paid. " : ""}
        <Link to={first.payPath} className="inline-flex min-h-11 items-center">
          Pay now<span className="sr-only"> for {courseName}</span>
        </Link>
      </p>
    </Notice>
  );
}
