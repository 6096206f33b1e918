import type { BookMonth } from "@shoreline/contract";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { NothingYet } from "../nothing-yet.tsx";
import { BookDays } from "./book-days.tsx";
import { BookDownloads } from "./book-downloads.tsx";
import { BookFigures } from "./book-figures.tsx";
import { monthText } from "./book-month.ts";
import { BookPage } from "./book-page.tsx";
import { useBookMonth } from "./book-queries.ts";
import { DocumentList } from "./document-list.tsx";
import { Revenue } from "./revenue.tsx";
import { TaxTable } from "./tax-table.tsx";

export default function Books() {
  return <BookPage>{(month) => <Month key={month} month={month} />}</BookPage>;
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
