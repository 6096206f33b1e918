import type { Employer } from "@shoreline/domain/gstin";
import { useEffect, useRef } from "react";
import { Field } from "../../ui/field.tsx";

export type EmployerFaults = { [Name in keyof Employer]?: string };

/** The invoice names the company, and the learner below it. */
export function EmployerFields({ faults }: { faults: EmployerFaults }) {
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (box.current && (faults.company || faults.gstin)) box.current.open = true;
  }, [faults]);
  return (
    <details ref={box}>
      <summary className="cursor-pointer font-semibold text-sea">My employer pays</summary>
      <div className="grid gap-4 pt-4">
        <Field label="Company" name="company" autoComplete="organization" maxLength={100} error={faults.company} />
        <Field
          label="GSTIN, if it has one"
          name="gstin"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={30}
          error={faults.gstin}
        />
      </div>
    </details>
  );
}
