import type { DeskPerson, EnrolForm } from "./enrol-form.ts";

export type StepProps = {
  form: EnrolForm;
  /** What the server says about each field. */
  fields: Record<string, string>;
  person: DeskPerson | undefined;
  onChange(change: Partial<EnrolForm>): void;
};
