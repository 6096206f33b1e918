import type { WebinarPage } from "@shoreline/contract";
import { emailHint, fullNameHint, numberHint } from "@shoreline/domain/hints";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { formatRupees } from "../../lib/format.ts";
import { prefill } from "../../lib/prefill.ts";
import { Button } from "../../ui/button.tsx";
import { Field, focusFirstFault, NeedsScript } from "../../ui/field.tsx";
import { Message, type NoticeContent } from "../../ui/message.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import type { TakenSeat } from "./registration.tsx";

type Faults = { [name: string]: string | undefined };

type Props = {
  webinar: WebinarPage;
  instituteName: string;
  hasSeat: boolean;
  onBusy(isBusy: boolean): void;
  onSeat(seat: TakenSeat): void;
  /** Whether a message is shown here. */
  onNotice(hasNotice: boolean): void;
  onRefused(): void;
  /** Replaces the form once there is a seat. */
  children: ReactNode;
};

// Most readers do not register, so this code loads when somebody starts to fill in the form.
const loadRegistration = () => import("./registration.tsx");

export function RegisterForm(props: Props) {
  const { webinar, instituteName, hasSeat, onBusy, onSeat, onNotice, onRefused, children } = props;
  const [faults, setFaults] = useState<Faults>({});
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isUnderWay = useRef(false);
  const stopping = useRef(new AbortController());
  useEffect(() => () => stopping.current.abort(), []);

  function showNotice(word: NoticeContent | null) {
    setNotice(word);
    onNotice(word !== null);
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isUnderWay.current) return;
    const form = event.currentTarget;
    const setUnderWay = (is: boolean) => {
      isUnderWay.current = is;
      setBusy(is);
      onBusy(is);
    };
    const showFaults = (found: Faults) => {
      setFaults(found);
      focusFirstFault(form);
    };
    setUnderWay(true);
    showNotice(null);
    try {
      const { register } = await loadRegistration();
      stopping.current = new AbortController();
      const controls = { showNotice, showFaults, onSeat, onRefused, stopping: stopping.current };
      await register(form, { webinar, instituteName, ...controls });
    } catch (error) {
      console.warn(error);
      showNotice({ kind: "wrong", text: "Something went wrong. Try again." });
    } finally {
      setUnderWay(false);
    }
  }

  const field = (name: string) => ({
    name,
    error: faults[name],
    onChange: () => setFaults({ ...faults, [name]: undefined }),
    onFocus: () => void loadRegistration().catch(() => {}),
  });
  const message = <Message notice={notice} onDismiss={() => showNotice(null)} />;
  if (hasSeat)
    return (
      <>
        {message}
        {children}
      </>
    );
  return (
    <form
      noValidate
      method="dialog"
      onSubmit={submit}
      onFocus={prefill}
      className="grid gap-4"
      aria-label="Registration"
    >
      <NeedsScript />
      <Field label="Name" autoComplete="name" maxLength={100} hint={fullNameHint} {...field("username")} />
      <Field label="E-mail" type="email" autoComplete="email" hint={emailHint} {...field("email")} />
      <NumberField label="Mobile number" prefix="+91" hint={numberHint} {...field("mobileNumber")} />
      <p className="text-s text-ink-2">
        By registering you agree to our <a href="/privacy-policy">privacy policy</a>. We send you the link, and
        reminders a day and an hour before.
      </p>
      <div className="grid">
        {message}
        <Button type="submit" isBusy={isBusy}>
          {webinar.isFree ? "Register for free" : `Register, ${formatRupees(webinar.price)}`}
        </Button>
      </div>
    </form>
  );
}
