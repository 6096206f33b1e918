import { Link } from "react-router";
import { Field } from "../controls.tsx";
import { moneyText } from "../money.ts";
import { StatusMark } from "../status-mark.tsx";
import * as styles from "./enrol.module.css";
import { type DeskPerson, knownEmail, knownName, readPhone } from "./enrol-form.ts";
import { Step } from "./step.tsx";
import type { StepProps } from "./step-props.ts";

export function LearnerStep({ form, fields, person, isAsking, onChange }: StepProps & { isAsking: boolean }) {
  const isKnown = Boolean(person?.learner && !person.learner.isUnproven);
  return (
    <Step number={1} title="Learner" isDone={Boolean(person) && (form.name ?? knownName(person)) !== ""}>
      <div className={styles.fields}>
        <div>
          <Field
            label="Mobile number"
            type="tel"
            inputMode="tel"
            value={form.number}
            error={fields.mobileNumber ?? fields.countryCode}
            onChange={(event) => onChange({ number: event.target.value, name: null, email: null })}
            autoComplete="off"
            data-step="number"
            required
          />
          {person || isAsking ? null : <p className={`${styles.hint} mt-2`}>{numberHint(form.number)}</p>}
        </div>
        <Field
          label="Name"
          value={form.name ?? knownName(person)}
          error={fields.name}
          onChange={(event) => onChange({ name: event.target.value })}
          autoComplete="off"
          maxLength={100}
          readOnly={isKnown}
          data-step={isKnown ? undefined : "name"}
          required
        />
        <Field
          label="E-mail (optional)"
          type="email"
          value={form.email ?? knownEmail(person)}
          error={fields.email}
          onChange={(event) => onChange({ email: event.target.value })}
          autoComplete="off"
          readOnly={isKnown}
          data-step={isKnown ? undefined : "email"}
        />
      </div>
      <p role="status" className={styles.hint}>
        {person ? <Found person={person} /> : isAsking ? "Looking the number up…" : null}
      </p>
    </Step>
  );
}

function numberHint(typed: string): string {
  if (typed === "") return "Ten digits; another country with its code, such as +1.";
  return readPhone(typed) ? "" : "This is not a whole number yet.";
}

function Found({ person: { learner, lead } }: { person: DeskPerson }) {
  if (!learner)
    return (
      <>
        {lead ? <StatusMark shape="half">Lead, {lead.status}</StatusMark> : <StatusMark shape="begun">New</StatusMark>}
        <span>No account yet: who registers with this number finds the course there.</span>
      </>
    );
  const [sale] = learner.sales;
  return (
    <>
      <StatusMark shape="done">{learner.isUnproven ? "Enrolled at the desk before" : "Learner"}</StatusMark>
      {learner.owned.length > 0 ? <span>Has {coursesText(learner.owned.length)} already.</span> : null}
      {sale ? (
        <Link to={`/staff/enrol/sales/${sale.saleId}`}>
          {moneyText(sale.openInPaise)} open for {sale.courseName}
        </Link>
      ) : null}
    </>
  );
}

const coursesText = (count: number) => (count === 1 ? "1 course" : `${count} courses`);
