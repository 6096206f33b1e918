import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Message } from "../../ui/message.tsx";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { BackLink, PageHead } from "../page-head.tsx";
import { designKey, useDesign } from "./award-queries.ts";
import { DesignForm } from "./design-form.tsx";

export default function CertificateDesign() {
  const queries = useQueryClient();
  const { data, error, refetch } = useDesign();
  const [news, setNews] = useState("");
  return (
    <>
      <BackLink to="/staff/certificates">Certificates</BackLink>
      <PageHead
        title="Design of certificates"
        about="How new certificates look. Those that were issued keep their look."
      />
      <Message notice={news ? { kind: "done", text: news } : null} onDismiss={() => setNews("")} />
      {error ? <LoadProblem what="The design" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading />}
      {data ? (
        <DesignForm
          key={data.version}
          design={data}
          onSaved={(saved) => {
            queries.setQueryData(designKey, saved);
            setNews("The design is saved. New certificates look like this.");
          }}
        />
      ) : null}
    </>
  );
}
