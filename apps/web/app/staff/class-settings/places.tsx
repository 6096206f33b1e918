import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Message } from "../../ui/message.tsx";
import { seatingClient } from "../client.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { PageHead } from "../page-head.tsx";
import { PlaceRulesForm } from "./place-rules-form.tsx";

const rulesKey = ["place rules"];

/** The rules about places: changing batch, waiting lists and pauses. */
export default function PlaceSettings() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({ queryKey: rulesKey, queryFn: () => seatingClient.settings({}) });
  const [news, setNews] = useState("");
  return (
    <>
      <PageHead title="Changing batch" about="When learners change batch, how long a seat is offered, and pauses." />
      <Message notice={news ? { kind: "done", text: news } : null} onDismiss={() => setNews("")} />
      {error ? <LoadProblem what="The rules" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading />}
      {data ? (
        <PlaceRulesForm
          key={data.version}
          rules={data}
          onSaved={(saved) => {
            queries.setQueryData(rulesKey, saved);
            setNews("The rules are saved.");
          }}
          onReload={refetch}
        />
      ) : null}
    </>
  );
}
