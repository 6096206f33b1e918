import type { BookMonth } from "@shoreline/contract";
import { Link } from "react-router";
import { Notice } from "../../ui/message.tsx";
import { StaffIcon } from "../icon.tsx";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { NothingYet } from "../nothing-yet.tsx";
import { PageHead } from "../page-head.tsx";
import { useSearch } from "../use-search.ts";
import { BookDays } from "./book-days.tsx";
import { BookDownloads } from "./book-downloads.tsx";
import { BookFigures } from "./book-figures.tsx";
import { isBookMonth, monthText, yearOf } from "./book-month.ts";
import { BookMonths } from "./book-months.tsx";
import { useBookMonth, useBookMonths } from "./book-queries.ts";
import { DocumentList } from "./document-list.tsx";
import { Revenue } from "./revenue.tsx";
import { TaxTable } from "./tax-table.tsx";

/** The month is in the address: a link to a colleague shows the same. */
export default function Books() {
  const asked = useSearch().get("month");
  const { data, error, refetch } = useBookMonths();
  const months = data?.months ?? [];
  const isWrong = asked !== null && !isBookMonth(asked);
  const month = isWrong ? undefined : (asked ?? months[0]);
  const about = month ? `${monthText(month)}, in the financial year ${yearOf(month)}. Months are in Indian time.` : "";
  return (
    <>
      <PageHead title="Books" about={about} />
      <BookMonths months={months} month={month} />
      {error ? <LoadProblem what="The list of months" error={error} onRetry={refetch} /> : null}
      {isWrong ? <WrongMonth asked={asked} /> : null}
      {month ? <Month key={month} month={month} /> : error || isWrong ? null : <Loading lines={10} />}
    </>
  );
}

function Month({ month }: { month: string }) {
  const { data, error, refetch } = useBookMonth(month);
  if (data) return <Report report={data} />;
  if (error) return <LoadProblem what={`The month ${monthText(month)}`} error={error} onRetry={refetch} />;
  return <Loading lines={10} />;
}

function Report({ report }: { report: BookMonth }) {
  const { month, net } = report;
  if (net.documents === 0) return <NoDocuments month={month} />;
  return (
    <>
      <BookDownloads month={month} />
      <BookFigures report={report} />
      <BookDays report={report} />
      <TaxTable taxes={report.taxes} net={net} />
      <Revenue report={report} />
      <DocumentList month={month} count={net.documents} />
    </>
  );
}

function NoDocuments({ month }: { month: string }) {
  return (
    <NothingYet title={`No invoice or credit note was issued in ${monthText(month)}.`}>
      <p>A paid course or webinar gets an invoice, and a refund gets a credit note. Both are added up here.</p>
    </NothingYet>
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
