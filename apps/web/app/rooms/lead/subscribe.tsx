import { ApiError } from "@shoreline/contract/client";
import { emailHint } from "@shoreline/domain/hints";
import { isEmail } from "@shoreline/domain/text";
import { type FormEvent, useId, useState } from "react";
import { browserClient } from "../../lib/api.ts";
import { errorText } from "../../lib/problem.ts";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/field.tsx";

const loadResend = () => import("../../lib/resend.ts").catch(() => null);

/** The form in the footer: an invalid address has a red border until it is changed. */
export default function Subscribe() {
  const id = useId();
  const [isWrong, setWrong] = useState(false);
  const [notice, setNotice] = useState("");
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const email = String(new FormData(form).get("email")).trim();
    setNotice("");
    if (!isEmail(email)) return setWrong(true);
    setBusy(true);
    try {
      const page = window.location.pathname.slice(0, 200);
      const send = () => browserClient.lead.subscribe({ email, source: "footer", page });
      await send().catch(async (error) => {
        const resend = await loadResend();
        if (!resend) throw error;
        await resend.sendAgain(send, { error, again: "always", onWait: setNotice });
      });
      setNotice("Thank you. We have sent you an e-mail.");
      form.reset();
    } catch (error) {
      console.warn(error);
      setWrong(error instanceof ApiError && "email" in error.fields);
      setNotice(errorText(error));
    }
    setBusy(false);
  }

  return (
    <div className="col-span-2 lg:col-span-1">
      <h2 className="max-w-[9em] text-2xl text-on-deep">New batches, in your inbox.</h2>
      <p className="mt-3 max-w-[30em]">At most one mail a month, about batches and events. Nothing else.</p>
      <form noValidate method="dialog" onSubmit={submit} className="mt-6 flex max-w-md gap-2">
        <label htmlFor={id} className="sr-only">
          E-mail address
        </label>
        <Input
          id={id}
          type="email"
          name="email"
          autoComplete="email"
          placeholder="you@example.com"
          look="on-deep"
          aria-invalid={isWrong}
          aria-describedby={`${id}-told`}
          onFocus={loadResend}
          onChange={() => setWrong(false)}
        />
        <Button type="submit" look="sun" isBusy={isBusy}>
          Subscribe
        </Button>
      </form>
      <p id={`${id}-told`} role="status" className="mt-2 mb-3 min-h-6 text-s text-on-deep">
        {isWrong ? `Invalid Email. ${emailHint}` : notice}
      </p>
      <p className="text-s">
        By subscribing you agree to our <a href="/privacy-policy">privacy policy</a>. You can unsubscribe with one
        click.
      </p>
    </div>
  );
}
