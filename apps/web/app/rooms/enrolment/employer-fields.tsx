import type { Employer } from "@shoreline/domain/gstin";
import { useEffect, useRef } from "react";
import { Field } from "../../ui/field.tsx";
import { row } from "../../ui/fold.module.css";
import { Icon } from "../../ui/icon.tsx";

export type EmployerFaults = { [Name in keyof Employer]?: string };
/** Of the whole form. The field of the code knows its own. */
export type EnrolFaults = EmployerFaults & { couponCode?: string };

/** The invoice names the company, and the learner below it. */
export function EmployerFields({ faults }: { faults: EmployerFaults }) {
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (box.current && (faults.company || faults.gstin)) box.current.open = true;
  }, [faults]);
  return (
    <details ref={box} className={row}>
      <summary>
        My employer pays <Icon name="down" />
      </summary>
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
