import { ApiError } from "@shoreline/contract/client";
import { useState } from "react";
import { useParams } from "react-router";
import { Message } from "../../ui/message.tsx";
import { isRefused } from "../client.ts";
import { Button } from "../controls.tsx";
import { StaffIcon } from "../icon.tsx";
import { useRowKeys } from "../keys.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { BackLink, PageHead } from "../page-head.tsx";
import { useSearch } from "../use-search.ts";
import { RegistrantFilters } from "./registrant-filters.tsx";
import { RegistrantList } from "./registrant-list.tsx";
import { WebinarFigures } from "./webinar-figures.tsx";
import { readRegistrantFilter, useRegistrants } from "./webinar-queries.ts";
import { WriteDialog } from "./write-dialog.tsx";

/** Filters and page are in the address: a link to a colleague shows the same. */
export default function Webinar() {
  const { webinarId = "" } = useParams();
  const filter = readRegistrantFilter(useSearch());
  const { data, error, refetch } = useRegistrants({ webinarId, ...filter });
  const [isWriting, setWriting] = useState(false);
  const [news, setNews] = useState("");
  useRowKeys();
  if (isRefused(error, "UNKNOWN_WEBINAR") || (error instanceof ApiError && error.fields.webinarId))
    return (
      <>
        <PageHead title="Webinar not found" about="It may have been removed." />
        <BackLink to="/staff/webinars">See all webinars</BackLink>
      </>
    );
  return (
    <>
      <BackLink to="/staff/webinars">Webinars</BackLink>
      <PageHead title={data?.webinar.title ?? "Webinar"}>
        <Button disabled={!data} onClick={() => setWriting(true)}>
          <StaffIcon name="mail" />
          Send a mail
        </Button>
      </PageHead>
      <Message notice={news ? { kind: "done", text: news } : null} onDismiss={() => setNews("")} />
      {data ? <WebinarFigures webinar={data.webinar} missed={data.counts.missed} /> : null}
      <RegistrantFilters counts={data?.counts} />
      {error ? <LoadProblem what="The list of registrants" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading />}
      {data ? <RegistrantList list={data} onNews={setNews} /> : null}
      {isWriting && data ? (
        <WriteDialog
          webinar={data.webinar}
          reach={data.reach}
          to={filter.attendance === "attended" || filter.attendance === "missed" ? filter.attendance : "everybody"}
          onDone={(text) => {
            setWriting(false);
            setNews(text);
          }}
          onClose={() => setWriting(false)}
        />
      ) : null}
    </>
  );
}
