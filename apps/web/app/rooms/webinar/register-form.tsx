import type { WebinarPage } from "@shoreline/contract";
import { findFaults } from "@shoreline/domain/lead";
import { mobileDigits } from "@shoreline/domain/text";
import { registrationChecks } from "@shoreline/domain/webinar";
import { type FormEvent, useState } from "react";
import { formatRupees } from "../../lib/format.ts";
import { readForm } from "../../lib/send.ts";
import { Button } from "../../ui/button.tsx";
import { Field, focusFirstFault, NeedsScript } from "../../ui/field.tsx";
import { Message } from "../../ui/message.tsx";
import type { TakenSeat } from "./client.ts";
import { useRegistration } from "./use-registration.tsx";

type Faults = { [Name in keyof typeof registrationChecks]?: string | undefined };

type Props = {
  webinar: WebinarPage;
  instituteName: string;
  /** What it says stays in sight when there is nothing more to fill in. */
  isHidden: boolean;
  onBusy(isBusy: boolean): void;
  onSeat(seat: TakenSeat): void;
};

export function RegisterForm({ webinar, instituteName, isHidden, onBusy, onSeat }: Props) {
  const [faults, setFaults] = useState<Faults>({});
  const { register, isBusy, told, dismiss } = useRegistration({ webinar, instituteName, onBusy, onSeat });

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const values = readForm(form, ["username", "email", "mobileNumber"]);
    const found = findFaults(registrationChecks, values);
    setFaults(found);
    if (Object.keys(found).length > 0) return focusFirstFault(form);
    const refused = await register(values);
    setFaults(refused);
    if (Object.keys(refused).length > 0) focusFirstFault(form);
  }

  const field = (name: keyof Faults) => ({
    name,
    error: faults[name],
    onChange: () => setFaults({ ...faults, [name]: undefined }),
  });
  return (
    <>
      <Message told={told} onDismiss={dismiss} />
      {isHidden ? null : (
        <form noValidate method="post" onSubmit={submit} className="grid gap-4" aria-label="Registration">
          <NeedsScript />
          <Field label="Name" autoComplete="name" maxLength={100} {...field("username")} />
          <Field label="E-mail" type="email" autoComplete="email" {...field("email")} />
          <Field
            label="Mobile number"
            prefix="+91"
            inputMode="numeric"
            maxLength={mobileDigits}
            autoComplete="tel-national"
            {...field("mobileNumber")}
          />
          <p className="text-s text-ink-2">
            By registering you agree to our <a href="/privacy-policy">privacy policy</a>. We send the link, and a
            reminder a day and an hour before.
          </p>
          <Button type="submit" isBusy={isBusy}>
            {webinar.isFree ? "Register for free" : `Register, ${formatRupees(webinar.price)}`}
          </Button>
        </form>
      )}
    </>
  );
}
