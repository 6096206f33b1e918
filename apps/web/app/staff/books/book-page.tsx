import type { ReactNode } from "react";
import { Link } from "react-router";
import { Notice } from "../../ui/message.tsx";
import { StaffIcon } from "../icon.tsx";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { PageHead } from "../page-head.tsx";
import { useSearch } from "../use-search.ts";
import { isBookMonth, monthText, yearOf } from "./book-month.ts";
import { BookMonths } from "./book-months.tsx";
import { useBookMonths } from "./book-queries.ts";
import { BookTabs } from "./book-tabs.tsx";

/** The month is in the address: a link to a colleague shows the same. */
export function BookPage({ children }: { children(month: string): ReactNode }) {
  const asked = useSearch().get("month");
  const { data, error, refetch } = useBookMonths();
  const months = data?.months ?? [];
  const isWrong = asked !== null && !isBookMonth(asked);
  const month = isWrong ? undefined : (asked ?? months[0]);
  const about = month ? `${monthText(month)}, in the financial year ${yearOf(month)}. Months are in Indian time.` : "";
  return (
    <>
      <PageHead title="Books" about={about} />
      <BookTabs month={month} />
      <BookMonths months={months} month={month} />
      {error ? <LoadProblem what="The list of months" error={error} onRetry={refetch} /> : null}
      {isWrong ? <WrongMonth asked={asked} /> : null}
      {month ? children(month) : error || isWrong ? null : <Loading lines={10} />}
    </>
  );
}

function WrongMonth({ asked }: { asked: string }) {
  return (
    <div role="alert">
      <Notice look="wrong">
        <StaffIcon name="warn" />
        <div>
          <p>
            <b>There is no month “{asked}”.</b>
          </p>
          <p>
            The address may be cut off or mistyped. <Link to="?">Show this month</Link>
          </p>
        </div>
      </Notice>
    </div>
  );
}
