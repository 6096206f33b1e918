import { emailHint, fullNameHint, numberHint, questionHint } from "@shoreline/domain/hints";
import { contactChecks, findFieldErrors, isCorrectSum, randomSum, type Sum } from "@shoreline/domain/lead";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { browserClient } from "../../lib/api.ts";
import { prefill } from "../../lib/prefill.ts";
import { ServerScript } from "../../lib/server-script.tsx";
import { readForm, useSubmission } from "../../lib/submission.ts";
import { Button } from "../../ui/button.tsx";
import { card } from "../../ui/card.module.css";
import { Field, focusFirstFault, NeedsScript } from "../../ui/field.tsx";
import { Message, type NoticeContent } from "../../ui/message.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { draftScript, forgetDraft, keepDraft, restoreDraft } from "./draft.ts";

type Name = keyof typeof contactChecks;
const names = Object.keys(contactChecks) as Name[];
type Faults = { [Field in Name | "answer"]?: string | undefined };

/** The fields are uncontrolled, so text typed before this script loaded is kept. */
export function ContactForm() {
  const [sum, setSum] = useState<Sum | null>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const { isBusy, waiting, send } = useSubmission();

  const box = useRef<HTMLFormElement>(null);

  useEffect(() => {
    // Chosen in the browser, because the cached page is the same for everyone.
    setSum(randomSum(Math.random));
    if (box.current) restoreDraft(box.current, names);
  }, []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const { answer, ...values } = readForm(form, [...names, "answer"]);
    setNotice(null);
    const found: Faults = findFieldErrors(contactChecks, values);
    // Without a sum, the form was sent before its script was there.
    if (!sum || !isCorrectSum(sum, answer)) {
      found.answer = "wrong answer";
      setSum(randomSum(Math.random));
    }
    setFaults(found);
    if (Object.keys(found).length > 0) return focusFirstFault(form);
    const outcome = await send(values, (origin) => browserClient.lead.contact({ ...values, ...origin }), "always");
    if (!outcome.isSent) {
      setFaults(outcome.fields);
      return setNotice({ kind: "wrong", text: outcome.text });
    }
    form.reset();
    forgetDraft();
    setSum(randomSum(Math.random));
    setNotice({ kind: "done", text: "Your query has been sent. We will reply within one working day." });
  }

  const field = (name: keyof Faults) => ({
    name,
    error: faults[name],
    onChange: () => setFaults({ ...faults, [name]: undefined }),
  });
  const question = sum ? `${sum.left} + ${sum.right} =` : "a small sum";

  return (
    <form
      ref={box}
      noValidate
      method="dialog"
      data-draft=""
      onSubmit={submit}
      onFocus={prefill}
      onInput={({ currentTarget }) => keepDraft(currentTarget, names)}
      className={`${card} grid gap-5`}
      aria-label="Contact form"
    >
      <NeedsScript />
      <ServerScript>{import.meta.env.SSR ? draftScript(names) : ""}</ServerScript>
      <Field label="Enquiry for" maxLength={100} hint={fullNameHint} {...field("enquiryFor")} />
      <Field label="Full name" autoComplete="name" maxLength={100} hint={fullNameHint} {...field("fullName")} />
      <div className="grid gap-5 sm:grid-cols-2">
        <NumberField label="Mobile number" hint={numberHint} {...field("mobileNumber")} />
        <Field label="E-mail" type="email" autoComplete="email" hint={emailHint} {...field("email")} />
      </div>
      <Field kind="textarea" label="Your question" maxLength={5000} hint={questionHint} {...field("query")} />
      <Field
        label={`To show that you are a person: ${question}`}
        inputMode="numeric"
        maxLength={2}
        autoComplete="off"
        hint="The sum of the two numbers, in digits"
        {...field("answer")}
      />
      <p className="text-s text-ink-2">
        By sending this you agree to our <a href="/privacy-policy">privacy policy</a>.
      </p>
      <div className="grid">
        <Message notice={waiting ?? notice} onDismiss={() => setNotice(null)} />
        <Button type="submit" isBusy={isBusy}>
          Submit
        </Button>
      </div>
    </form>
  );
}
