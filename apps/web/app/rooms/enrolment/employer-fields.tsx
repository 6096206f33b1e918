import { Field } from "../../ui/field.tsx";

/** The invoice names the company, and the learner below it. */
export function EmployerFields() {
  return (
    <details>
      <summary className="cursor-pointer font-semibold text-sea">My employer pays</summary>
      <div className="grid gap-4 pt-4">
        <Field label="Company" name="company" autoComplete="organization" maxLength={100} />
        <Field
          label="GSTIN, if it has one"
          name="gstin"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={30}
        />
      </div>
    </details>
  );
}
