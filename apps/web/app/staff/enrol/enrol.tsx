import { useState } from "react";
import { useNavigate } from "react-router";
import { ButtonLink } from "../controls.tsx";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { PageHead } from "../page-head.tsx";
import { useSearch } from "../use-search.ts";
import type { MadeSale } from "./enrol-form.ts";
import { useDesk } from "./enrol-queries.ts";
import { EnrolSteps } from "./enrol-steps.tsx";
import { SaleDone } from "./sale-done.tsx";

export default function Enrol() {
  const { data, error, refetch } = useDesk();
  const navigate = useNavigate();
  const number = useSearch().get("number") ?? "";
  const [made, setMade] = useState<MadeSale | null>(null);
  const [turn, setTurn] = useState(0);
  const enrolAnother = () => {
    setMade(null);
    setTurn(turn + 1);
    navigate("?", { replace: true });
  };
  return (
    <>
      <PageHead
        title="Enrol and take payment"
        about="Press Enter to go on. Nothing is saved until you take the payment."
        isShort
      >
        <ButtonLink look="line" to="/staff/enrol/sales">
          Sales{data?.waiting ? `: ${data.waiting} ${data.waiting === 1 ? "waits" : "wait"}` : ""}
        </ButtonLink>
      </PageHead>
      {error ? <LoadProblem what="The desk" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading />}
      {made ? <SaleDone made={made} onAnother={enrolAnother} /> : null}
      {data && !made ? <EnrolSteps key={`${turn} ${number}`} facts={data} number={number} onMade={setMade} /> : null}
    </>
  );
}
