import { enquiryEmailHint, numberHint, wordsHint } from "@shoreline/domain/hints";
import { enquiryChecks, findFieldErrors, isPartialMobileNumber } from "@shoreline/domain/lead";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { browserClient } from "../../lib/api.ts";
import { prefill } from "../../lib/prefill.ts";
import { trimAll, useSubmission } from "../../lib/submission.ts";
import { Button } from "../../ui/button.tsx";
import { Field, focusFirstFault } from "../../ui/field.tsx";
import { panel } from "../../ui/floating-panel.module.css";
import { IconButton } from "../../ui/icon-button.tsx";
import { Message, type NoticeContent } from "../../ui/message.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import * as styles from "./enquiry-form.module.css";
import { rememberSent } from "./enquiry-memory.ts";

type Name = keyof typeof enquiryChecks;
type Faults = { [Field in Name | "selectedCoruse"]?: string | undefined };

type Props = { courses: string[]; isClosing: boolean; onClose(): void; onSent(): void };

export function EnquiryForm({ courses, isClosing, onClose, onSent }: Props) {
  const [values, setValues] = useState({ name: "", email: "", mobileNumber: "" });
  const [selectedCoruse, setCourse] = useState("");
  const [otherCourseName, setOther] = useState("");
  const [description, setDescription] = useState("");
  const [faults, setFaults] = useState<Faults>({});
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const { isBusy, waiting, send } = useSubmission();
  const close = useRef(onClose);
  close.current = onClose;

  useEffect(() => {
    const onKey = (event: KeyboardEvent) =>
      event.key === "Escape" && !document.querySelector("dialog[open], #chatbot") && close.current();
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const trimmed = trimAll(values);
    const found: Faults = findFieldErrors(enquiryChecks, trimmed);
    if (!selectedCoruse) found.selectedCoruse = "Choose a course";
    setFaults(found);
    if (Object.keys(found).length > 0) return focusFirstFault(event.currentTarget as HTMLFormElement);
    const form = { ...trimmed, selectedCoruse, ...trimAll({ otherCourseName, description }) };
    const outcome = await send(form, (origin) => browserClient.lead.enquire({ ...form, ...origin }), "always");
    if (!outcome.isSent) {
      setFaults(outcome.fields);
      return setNotice({ kind: "wrong", text: "somthing wrong" });
    }
    rememberSent();
    onSent();
  }

  const field = (name: Name) => ({
    value: values[name],
    error: faults[name],
    onChange: (event: { target: { value: string } }) => {
      const { value } = event.target;
      if (name === "mobileNumber" && !isPartialMobileNumber(value)) return;
      setValues({ ...values, [name]: value });
      setFaults({ ...faults, [name]: undefined });
    },
  });

  return (
    <section
      role="dialog"
      className={`${panel} ${styles.enquiry}`}
      data-closing={isClosing}
      inert={isClosing}
      aria-labelledby="enquiry-title"
    >
      <div className="flex items-center justify-between">
        <h2 id="enquiry-title" className="text-xl">
          Course Enquiry
        </h2>
        <IconButton icon="x" label="Close the enquiry" onClick={onClose} />
      </div>
      <form noValidate onSubmit={submit} onFocus={prefill} className="mt-1 grid gap-2">
        <Field label="Name" autoComplete="name" hint={wordsHint} {...field("name")} />
        <Field label="E-mail" type="email" autoComplete="email" hint={enquiryEmailHint} {...field("email")} />
        <NumberField label="Mobile number" prefix="+91" hint={numberHint} {...field("mobileNumber")} />
        <Field
          kind="select"
          label="Course"
          value={selectedCoruse}
          error={faults.selectedCoruse}
          onChange={(event) => {
            setCourse(event.target.value);
            setFaults({ ...faults, selectedCoruse: undefined });
          }}
        >
          <option value="">Choose a course</option>
          {courses.map((course) => (
            <option key={course}>{course}</option>
          ))}
        </Field>
        {selectedCoruse === "Others" ? (
          <Field
            label="Course name"
            value={otherCourseName}
            maxLength={200}
            onChange={(event) => setOther(event.target.value)}
          />
        ) : null}
        <Field
          kind="textarea"
          label="Description"
          rows={2}
          maxLength={5000}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
        <div className={styles.foot}>
          <p className="text-s text-ink-2">
            By sending this you agree to our <a href="/privacy-policy">privacy policy</a>.
          </p>
          <Message notice={waiting ?? notice} onDismiss={() => setNotice(null)} />
          <Button type="submit" isBusy={isBusy}>
            Submit
          </Button>
        </div>
      </form>
    </section>
  );
}
