import { contactChecks, drawSum, findFaults, isSum, mobileDigits, type Sum } from "@shoreline/domain/lead";
import { type FormEvent, useEffect, useState } from "react";
import { browserClient } from "../../lib/api.ts";
import { useSending } from "../../lib/send.ts";
import { Button } from "../../ui/button.tsx";
import { Field, focusFirstFault } from "../../ui/field.tsx";
import { Message, type Told } from "../../ui/message.tsx";

type Name = keyof typeof contactChecks;
type Faults = { [Field in Name | "answer"]?: string | undefined };

const empty: Record<Name, string> = { enquiryFor: "", fullName: "", mobileNumber: "", email: "", query: "" };

export function ContactForm() {
  const [values, setValues] = useState(empty);
  const [answer, setAnswer] = useState("");
  const [sum, setSum] = useState<Sum | null>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [told, setTold] = useState<Told | null>(null);
  const { isBusy, send } = useSending();

  // Drawn in the browser: the page from the server is the same for everyone.
  useEffect(() => setSum(drawSum(Math.random)), []);

  const newSum = () => {
    setSum(drawSum(Math.random));
    setAnswer("");
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTold(null);
    const found: Faults = findFaults(contactChecks, values);
    if (sum && !isSum(sum, answer)) {
      found.answer = "wrong answer";
      newSum();
    }
    setFaults(found);
    if (Object.keys(found).length > 0) return focusFirstFault(event.currentTarget as HTMLFormElement);
    const outcome = await send((origin) => browserClient.lead.contact({ ...values, ...origin }));
    if (!outcome.isSent) {
      setFaults(outcome.fields);
      return setTold({ kind: "wrong", text: outcome.text });
    }
    setValues(empty);
    newSum();
    setTold({ kind: "done", text: "Your query has been sent. We answer within one working day." });
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

  return (
    <form noValidate onSubmit={submit} className="card grid gap-5" aria-label="Contact form">
      <Field label="Enquiry for" {...field("enquiryFor")} />
      <Field label="Full name" autoComplete="name" {...field("fullName")} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Mobile number"
          inputMode="numeric"
          maxLength={mobileDigits}
          autoComplete="tel-national"
          {...field("mobileNumber")}
        />
        <Field label="E-mail" type="email" autoComplete="email" {...field("email")} />
      </div>
      <Field kind="textarea" label="Your question" maxLength={5000} {...field("query")} />
      <Field
        label={
          sum
            ? `To show that you are a person: ${sum.left} + ${sum.right} =`
            : "To show that you are a person: add the two numbers"
        }
        name="answer"
        inputMode="numeric"
        maxLength={2}
        autoComplete="off"
        value={answer}
        error={faults.answer}
        onChange={(event) => {
          setAnswer(event.target.value);
          setFaults({ ...faults, answer: undefined });
        }}
      />
      <p className="text-s text-ink-2">
        By sending this you agree to our <a href="/privacy-policy">privacy policy</a>.
      </p>
      <div className="grid">
        <Message told={told} onDismiss={() => setTold(null)} />
        <Button type="submit" isBusy={isBusy}>
          Submit
        </Button>
      </div>
    </form>
  );
}
