import { type BatchType, batchName } from "@shoreline/domain/course";
import { emailHint, fullNameHint, numberHint } from "@shoreline/domain/hints";
import { contactChecks, findFieldErrors } from "@shoreline/domain/lead";
import type { BatchTime } from "@shoreline/domain/site";
import { type FormEvent, useState } from "react";
import { createPortal } from "react-dom";
import { browserClient } from "../../lib/api.ts";
import { prefill } from "../../lib/prefill.ts";
import { trimAll, useSubmission } from "../../lib/submission.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, focusFirstFault } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Message, Notice, type NoticeContent } from "../../ui/message.tsx";
import { NumberField } from "../../ui/number-field.tsx";

const { fullName, email, mobileNumber } = contactChecks;
const checks = { name: fullName, email, mobileNumber };
type Name = keyof typeof checks;
type Faults = { [Field in Name]?: string | undefined };

export type WishProps = { courseId: string; batchTime: BatchTime; batchType: BatchType; onClose(): void };

/** Asks whom to tell when a batch opens. Rendered into the body: a form cannot stand inside the enrol form. */
export default function WishDialog({ onClose, ...wanted }: WishProps) {
  const [values, setValues] = useState({ name: "", email: "", mobileNumber: "" });
  const [faults, setFaults] = useState<Faults>({});
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const [isKept, setKept] = useState(false);
  const { isBusy, waiting, send } = useSubmission();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // React would hand it on to the form around the part that opened the dialog.
    event.stopPropagation();
    const trimmed = trimAll(values);
    const found: Faults = findFieldErrors(checks, trimmed);
    setFaults(found);
    if (Object.keys(found).length > 0) return focusFirstFault(event.currentTarget);
    const form = { ...wanted, ...trimmed };
    const outcome = await send(form, (origin) => browserClient.lead.wish({ ...form, ...origin }), "always");
    if (outcome.isSent) return setKept(true);
    setFaults(outcome.fields);
    setNotice({ kind: "wrong", text: outcome.text });
  }

  const field = (name: Name) => ({
    name,
    value: values[name],
    error: faults[name],
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value });
      setFaults({ ...faults, [name]: undefined });
    },
  });

  return createPortal(
    <Dialog title="Tell me when one opens" onClose={onClose}>
      {isKept ? (
        <div className="grid gap-4">
          <Notice look="done" role="status">
            <Icon name="check" />
            <span className="grow">Thank you. We will write to you when a batch opens.</span>
          </Notice>
          <Button onClick={onClose}>Close</Button>
        </div>
      ) : (
        <form noValidate onSubmit={submit} onFocus={prefill} className="grid gap-4">
          <p className="text-s text-ink-2">
            We will write to you once, when a batch ({batchName(wanted)}) is planned. This is free.
          </p>
          <Field label="Name" autoComplete="name" hint={fullNameHint} {...field("name")} />
          <Field label="E-mail" type="email" autoComplete="email" hint={emailHint} {...field("email")} />
          <NumberField label="Mobile number" prefix="+91" hint={numberHint} {...field("mobileNumber")} />
          <Message notice={waiting ?? notice} onDismiss={() => setNotice(null)} />
          <Button type="submit" isBusy={isBusy}>
            Tell me
          </Button>
          <p className="text-s text-ink-2">
            By sending this you agree to our{" "}
            <a href="/privacy-policy" target="_blank" rel="noreferrer">
              privacy policy
            </a>
            .
          </p>
        </form>
      )}
    </Dialog>,
    document.body,
  );
}
