import { enquiryEmailHint, numberHint, wordsHint } from "@shoreline/domain/hints";
import { enquiryChecks, findFieldErrors, isPartialMobileNumber } from "@shoreline/domain/lead";
import { type FormEvent, useState } from "react";
import { browserClient } from "../../lib/api.ts";
import { prefill } from "../../lib/prefill.ts";
import { trimAll, useSubmission } from "../../lib/submission.ts";
import { Button } from "../../ui/button.tsx";
import { Field, focusFirstFault } from "../../ui/field.tsx";
import { Message, type NoticeContent } from "../../ui/message.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { foot } from "./enquiry-form.module.css";
import { rememberSent } from "./enquiry-memory.ts";

type Name = keyof typeof enquiryChecks;
type Faults = { [Field in Name | "selectedCoruse"]?: string | undefined };

type Props = {
  courses: string[];
  /** The course that the visitor asks about, if that is known. It need not be one of the list. */
  course?: string;
  onSent(): void;
};

export function EnquiryFields({ courses, course = "", onSent }: Props) {
  const [values, setValues] = useState({ name: "", email: "", mobileNumber: "" });
  const [selectedCoruse, setCourse] = useState(
    () => [course, "Others"].find((one) => course && courses.includes(one)) ?? "",
  );
  const [otherCourseName, setOther] = useState(course);
  const [description, setDescription] = useState("");
  const [faults, setFaults] = useState<Faults>({});
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const { isBusy, waiting, send } = useSubmission();

  async function submit(event: FormEvent) {
    event.preventDefault();
    const trimmed = trimAll(values);
    const found: Faults = findFieldErrors(enquiryChecks, trimmed);
    if (!selectedCoruse) found.selectedCoruse = "Choose a course";
    setFaults(found);
    if (Object.keys(found).length > 0) return focusFirstFault(event.currentTarget as HTMLFormElement);
    const other = selectedCoruse === "Others" ? otherCourseName : "";
    const form = { ...trimmed, selectedCoruse, ...trimAll({ otherCourseName: other, description }) };
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
      <p className="text-s text-ink-2">
        By sending this you agree to our <a href="/privacy-policy">privacy policy</a>.
      </p>
      <div className={foot}>
        <Message notice={waiting ?? notice} onDismiss={() => setNotice(null)} />
        <Button type="submit" isBusy={isBusy}>
          Submit
        </Button>
      </div>
    </form>
  );
}
