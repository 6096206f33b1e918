import type { MoneySettingsForm } from "@shoreline/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Message } from "../../ui/message.tsx";
import { saleClient } from "../client.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { PageHead } from "../page-head.tsx";
import { SettingsForm } from "./settings-form.tsx";

const settingsKey = ["money settings"];

export default function MoneySettings() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({ queryKey: settingsKey, queryFn: () => saleClient.settings({}) });
  const [news, setNews] = useState("");
  const finish = (saved: MoneySettingsForm & { version: number }) => {
    queries.setQueryData(settingsKey, saved);
    queries.invalidateQueries({ queryKey: ["sale"] });
    setNews("The money settings are saved.");
  };
  return (
    <>
      <PageHead title="Money settings" about="Limits, UPI, desks, and what happens when an instalment is late." />
      <Message notice={news ? { kind: "done", text: news } : null} onDismiss={() => setNews("")} />
      {error ? <LoadProblem what="The money settings" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading />}
      {data ? <SettingsForm key={data.version} settings={data} onSaved={finish} onReload={refetch} /> : null}
    </>
  );
}
