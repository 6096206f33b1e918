import { ApiError } from "@shoreline/contract/client";
import { codeDigits, resendAfterMs } from "@shoreline/domain/account";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { learnerClient } from "../../lib/learner.ts";
import { isAway } from "../../lib/resend.ts";
import { useSubmission } from "../../lib/submission.ts";
import { Button } from "../../ui/button.tsx";
import { CodeInput, readCode } from "../../ui/code-input.tsx";
import { NeedsScript } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Message, type NoticeContent } from "../../ui/message.tsx";
import { MoreButton, MoreLink } from "../../ui/more.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useSmsCode } from "../../ui/use-sms-code.ts";
import { keepPending, type Pending, readPending, takeNext } from "./pending.ts";
import { requestCode } from "./request-code.ts";
import { SendAgain } from "./send-again.tsx";
import { signIn, thisDevice } from "./sign-in.ts";
import { useInstituteContact } from "./sign-in-frame.tsx";

export const meta = () => [{ title: "One-time code" }, { name: "robots", content: "noindex" }];

export default function LoginCodePage() {
  const [pending, setPending] = useState<Pending | null>(null);
  const navigate = useNavigate();
  useEffect(() => {
    const found = readPending();
    if (found) setPending(found);
    else navigate("/login", { replace: true });
  }, [navigate]);
  if (!pending)
    return (
      <>
        <NeedsScript />
        <Skeleton className="h-72" role="status" aria-label="Loading" data-code />
      </>
    );
  return <CodeForm pending={pending} onResent={setPending} />;
}

function CodeForm({ pending, onResent }: { pending: Pending; onResent(pending: Pending): void }) {
  const [code, setCode] = useState<readonly string[]>([]);
  // A new round starts in the first box.
  const [round, setRound] = useState(0);
  const [isHidden, setHidden] = useState(false);
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { isBusy, waiting, send } = useSubmission();
  const navigate = useNavigate();
  const { officePhone } = useInstituteContact();
  const { countryCode, mobileNumber } = pending;
  const whole = readCode(code, codeDigits);

  async function login(typed: string) {
    setNotice(null);
    const outcome = await send(
      { typed },
      async () => {
        // A correct code works once, so its ticket is kept until the sign-in has succeeded.
        const kept = readPending()?.ticket;
        const { ticket } = kept
          ? { ticket: kept }
          : await learnerClient.account.verifyCode({ countryCode, mobileNumber, code: typed, ...thisDevice() });
        keepPending({ ...pending, ticket });
        const isKnown = await signIn({ mobileNumber, ticket });
        navigate(isKnown ? takeNext() : `/register/${mobileNumber}`, { replace: true });
      },
      "refused",
    );
    if (outcome.isSent) return;
    if (outcome.error instanceof ApiError && outcome.error.code === "DEAD_TICKET") {
      const { ticket, ...rest } = readPending() ?? pending;
      keepPending(rest);
    }
    // No answer: the same code can be tried again.
    if (!(outcome.error instanceof ApiError) || isAway(outcome.error))
      return setNotice({ kind: "wrong", text: outcome.text });
    setCode([]);
    setRound(round + 1);
    setRefusal(outcome.error.code);
    setNotice({ kind: "wrong", text: outcome.fields.code ?? outcome.text });
  }
  useSmsCode(login);
  // Only another code helps.
  const isOver = refusal === "CODE_EXPIRED" || refusal === "CODE_LOCKED";
  const resend = { pending, onResent, onNotice: showSent, isRefused: refusal !== null };

  function showSent(sent: NoticeContent) {
    setNotice(sent);
    if (sent.kind === "done") setRefusal(null);
  }

  return (
    <>
      <MoreLink to="/login" className="justify-self-start">
        <Icon name="back" /> Back
      </MoreLink>
      <h1>Enter the code we sent</h1>
      <p className="text-ink-2">
        We sent six digits by SMS to{" "}
        <b className="inline-block whitespace-nowrap">
          {countryCode} {mobileNumber}
        </b>
        . The code is valid for five minutes.
      </p>
      <form
        noValidate
        className="grid gap-5"
        data-code
        onSubmit={(event) => {
          event.preventDefault();
          if (whole) login(whole);
        }}
      >
        <CodeInput
          label="One-time code"
          length={codeDigits}
          key={round}
          value={code}
          onChange={(typed) => {
            setCode(typed);
            setRefusal(null);
            if (notice?.kind === "wrong") setNotice(null);
          }}
          isHidden={isHidden}
          isInvalid={notice?.kind === "wrong"}
          autoFocus
        />
        <Message notice={waiting ?? notice} onDismiss={() => setNotice(null)} />
        {isOver ? <Resend {...resend} isMain /> : null}
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <MoreButton aria-pressed={isHidden} onClick={() => setHidden(!isHidden)}>
            <Icon name={isHidden ? "eye" : "eye-off"} /> {isHidden ? "Show code" : "Hide code"}
          </MoreButton>
          {isOver ? null : <Resend {...resend} />}
        </div>
        <Button type="submit" isBusy={isBusy} disabled={!whole}>
          Login
        </Button>
        <p className="text-s text-ink-2">
          Enter all six digits to log in. No SMS? Call us on{" "}
          <a href={`tel:${officePhone.replaceAll(" ", "")}`}>{officePhone}</a>.
        </p>
      </form>
    </>
  );
}

type ResendProps = {
  pending: Pending;
  isRefused: boolean;
  isMain?: boolean;
  onNotice(notice: NoticeContent): void;
  onResent(pending: Pending): void;
};

function Resend({ pending, onNotice, onResent, ...look }: ResendProps) {
  const { isBusy, send } = useSubmission();
  async function resend() {
    const { countryCode, mobileNumber } = pending;
    const outcome = await send({ at: Date.now() }, () => requestCode({ countryCode, mobileNumber }));
    if (!outcome.isSent) {
      const wait = outcome.error instanceof ApiError ? outcome.error.retryAfterSeconds : undefined;
      // The server's clock counts.
      if (wait) onResent({ ...pending, sentAt: Date.now() + wait * 1000 - resendAfterMs });
      return onNotice({ kind: "wrong", text: outcome.text });
    }
    const { ticket, ...rest } = pending;
    const next = { ...rest, sentAt: Date.now() };
    keepPending(next);
    onResent(next);
    onNotice({ kind: "done", text: "We have sent you a new code." });
  }

  return <SendAgain {...look} sentAt={pending.sentAt} isBusy={isBusy} onClick={resend} />;
}
