import { ApiError } from "@shoreline/contract/client";
import { codeDigits } from "@shoreline/domain/account";
import { type FormEvent, type ReactNode, useState } from "react";
import { formatPhone } from "../../lib/format.ts";
import { learnerClient } from "../../lib/learner.ts";
import { useSubmission } from "../../lib/submission.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonRow } from "../../ui/button-row.tsx";
import { CodeInput, readCode } from "../../ui/code-input.tsx";
import { Message, type NoticeContent } from "../../ui/message.tsx";
import * as styles from "./proof-dialog.module.css";
import { requestCode } from "./request-code.ts";
import { SendAgain } from "./send-again.tsx";
import { thisDevice } from "./sign-in.ts";

type Phone = { countryCode: string; mobileNumber: string };

/** How codes of one kind are sent, and what they are exchanged for. */
export type Codes = { send(phone: Phone): Promise<unknown>; redeem(typed: Phone & { code: string }): Promise<string> };

/** A sign-in code gives a ticket. */
const signInCodes: Codes = {
  send: requestCode,
  redeem: async (typed) => (await learnerClient.account.verifyCode({ ...typed, ...thisDevice() })).ticket,
};

type Props = {
  phone: Phone;
  codes?: Codes;
  /** A sentence that the number ends. */
  children: ReactNode;
  action: { text: string; look?: "danger"; run(proof: string): Promise<void> };
  cancel: string;
  onClose(): void;
};

/** Within a dialog: sends a code to a number, and acts with the proof that it gives. */
export function CodeStep({ phone, codes = signInCodes, children, action, cancel, onClose }: Props) {
  const { countryCode, mobileNumber } = phone;
  const [sentAt, setSentAt] = useState<number | null>(null);
  const [code, setCode] = useState<readonly string[]>([]);
  // A new round starts in the first box.
  const [round, setRound] = useState(0);
  const [isWrong, setWrong] = useState(false);
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const sending = useSubmission();
  const acting = useSubmission();
  const whole = readCode(code, codeDigits);

  const sendCode = async () => {
    const outcome = await sending.send({ at: Date.now() }, () => codes.send({ countryCode, mobileNumber }));
    if (!outcome.isSent) return setNotice({ kind: "wrong", text: outcome.fields.countryCode ?? outcome.text });
    setNotice(sentAt === null ? null : { kind: "done", text: "We have sent you a new code." });
    setSentAt(Date.now());
  };
  const act = async (event: FormEvent) => {
    event.preventDefault();
    if (sentAt === null) return sendCode();
    if (!whole) return;
    const outcome = await acting.send({ code }, async () =>
      action.run(await codes.redeem({ countryCode, mobileNumber, code: whole })),
    );
    if (outcome.isSent) return;
    setCode([]);
    setRound(round + 1);
    setWrong(outcome.error instanceof ApiError);
    setNotice({ kind: "wrong", text: outcome.fields.code ?? outcome.text });
  };
  const type = (typed: readonly string[]) => {
    setCode(typed);
    setWrong(false);
  };

  return (
    <form noValidate onSubmit={act} className={`${styles.proof} grid grid-cols-[minmax(0,1fr)] gap-5`}>
      <p className="text-ink-2">
        {sentAt === null ? children : "Enter the code that we sent to"}{" "}
        <b className="inline-block whitespace-nowrap">{formatPhone(phone)}</b>.
        {sentAt === null ? "" : " It is valid for five minutes."}
      </p>
      {sentAt === null ? null : (
        <div>
          <CodeInput
            key={round}
            label="One-time code"
            length={codeDigits}
            value={code}
            onChange={type}
            isInvalid={isWrong}
            autoFocus
          />
          <SendAgain sentAt={sentAt} isRefused={isWrong} isBusy={sending.isBusy} onClick={sendCode} />
        </div>
      )}
      <Message notice={notice} onDismiss={() => setNotice(null)} />
      <ButtonRow>
        {sentAt === null ? (
          <Button type="submit" autoFocus isBusy={sending.isBusy}>
            Send the code
          </Button>
        ) : (
          <Button type="submit" look={action.look ?? "sea"} isBusy={acting.isBusy} disabled={!whole}>
            {action.text}
          </Button>
        )}
        <Button look="line" onClick={onClose}>
          {cancel}
        </Button>
      </ButtonRow>
    </form>
  );
}
