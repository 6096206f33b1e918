import { useRowKeys } from "../keys.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { PageHead } from "../page-head.tsx";
import { Pager } from "../pager.tsx";
import { useSearch } from "../use-search.ts";
import { useWebinars } from "./webinar-queries.ts";
import { WebinarTable } from "./webinar-table.tsx";

export default function Webinars() {
  const after = useSearch().get("after");
  const { data, error, refetch } = useWebinars(after);
  useRowKeys();
  return (
    <>
      <PageHead title="Webinars" about="Who registered, who came, and a mail to them afterwards." />
      {error ? <LoadProblem what="The list of webinars" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading />}
      {data && data.webinars.length > 0 ? <WebinarTable webinars={data.webinars} /> : null}
      {data && data.webinars.length === 0 ? (
        <p>
          {after
            ? "There are no more webinars."
            : "No webinars yet. Add one to the content of the site, and everybody who registers is listed here."}
        </p>
      ) : null}
      {data ? <Pager next={data.next} first="Latest" on="Earlier" /> : null}
    </>
  );
}
