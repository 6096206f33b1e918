import { ApiError } from "@shoreline/contract/client";
import { codeDigits } from "@shoreline/domain/account";
import { useState } from "react";
import { useClassroom } from "../../lib/classroom.ts";
import { formatPhone } from "../../lib/format.ts";
import { learnerClient } from "../../lib/learner.ts";
import { saveFile } from "../../lib/save-file.ts";
import { endSession } from "../../lib/session.ts";
import { useSubmission } from "../../lib/submission.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonRow } from "../../ui/button-row.tsx";
import { CodeInput, readCode } from "../../ui/code-input.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Message, type NoticeContent } from "../../ui/message.tsx";
import * as styles from "./own-data.module.css";
import { requestCode } from "./request-code.ts";
import { SendAgain } from "./send-again.tsx";

/** Lets learners download their data, sign out everywhere and delete their account. */
export function OwnData() {
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const copy = useSubmission();
  const end = useSubmission();

  const run = async ({ send }: typeof copy, work: () => Promise<unknown>) => {
    setNotice(null);
    const outcome = await send({ at: Date.now() }, work);
    if (!outcome.isSent) setNotice({ kind: "wrong", text: outcome.text });
  };
  const download = () =>
    run(copy, async () => saveFile({ ...(await learnerClient.account.export({})), type: "application/json" }));
  const leaveEverywhere = () =>
    run(end, async () => {
      await learnerClient.account.logout({ everywhere: true });
      endSession("/login");
    });

  return (
    <section aria-labelledby="own-data" className="grid gap-4 border-t border-ink pt-6">
      <h2 id="own-data" className="text-xl">
        Your data
      </h2>
      <p className="max-w-prose text-ink-2">
        You can download all the data that we store about you. Deleting your account removes your profile permanently.
        We keep only invoices, as the law requires, and certificates, which others may rely on.
      </p>
      <Message notice={notice} onDismiss={() => setNotice(null)} />
      <ButtonRow>
        <Button look="line" isBusy={copy.isBusy} onClick={download}>
          Download my data
        </Button>
        <Button look="line" isBusy={end.isBusy} onClick={leaveEverywhere}>
          Sign out everywhere
        </Button>
        <Button look="danger-line" onClick={() => setLeaving(true)}>
          Delete my account
        </Button>
      </ButtonRow>
      {isLeaving ? <LeaveDialog onClose={() => setLeaving(false)} /> : null}
    </section>
  );
}

function LeaveDialog({ onClose }: { onClose(): void }) {
  const { countryCode, mobileNumber } = useClassroom().profile;
  const [sentAt, setSentAt] = useState<number | null>(null);
  const [code, setCode] = useState<readonly string[]>([]);
  const [isWrong, setWrong] = useState(false);
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const sending = useSubmission();
  const leaving = useSubmission();
  const whole = readCode(code, codeDigits);

  const sendCode = async () => {
    const phone = { countryCode, mobileNumber };
    const outcome = await sending.send({ at: Date.now() }, () => requestCode(phone));
    if (!outcome.isSent) return setNotice({ kind: "wrong", text: outcome.text });
    setNotice(sentAt === null ? null : { kind: "done", text: "We have sent you a new code." });
    setSentAt(Date.now());
  };
  const leave = async () => {
    const outcome = await leaving.send({ code }, async () => {
      const proof = { countryCode, mobileNumber, code: whole ?? "" };
      const { ticket } = await learnerClient.account.verifyCode(proof);
      await learnerClient.account.remove({ ticket });
      endSession("/", "Your account has been deleted.");
    });
    if (outcome.isSent) return;
    setCode([]);
    setWrong(outcome.error instanceof ApiError);
    setNotice({ kind: "wrong", text: outcome.text });
  };
  const type = (typed: readonly string[]) => {
    setCode(typed);
    setWrong(false);
  };

  return (
    <Dialog title="Delete my account" onClose={onClose}>
      <div className={`${styles.leave} grid grid-cols-[minmax(0,1fr)] gap-5`}>
        <p className="text-ink-2">
          Your profile, your notifications and your sign-ins are deleted at once and cannot be restored. To confirm that
          it is you, we send a code to{" "}
          <b className="inline-block whitespace-nowrap">{formatPhone({ countryCode, mobileNumber })}</b>.
        </p>
        {sentAt === null ? null : (
          <div>
            <CodeInput
              label="One-time code"
              length={codeDigits}
              value={code}
              onChange={type}
              isInvalid={isWrong}
              autoFocus
            />
            <SendAgain sentAt={sentAt} isBusy={sending.isBusy} onClick={sendCode} />
          </div>
        )}
        <Message notice={notice} onDismiss={() => setNotice(null)} />
        <ButtonRow>
          {sentAt === null ? (
            <Button isBusy={sending.isBusy} onClick={sendCode}>
              Send the code
            </Button>
          ) : (
            <Button look="danger" isBusy={leaving.isBusy} disabled={!whole} onClick={leave}>
              Delete permanently
            </Button>
          )}
          <Button look="line" onClick={onClose}>
            Keep my account
          </Button>
        </ButtonRow>
      </div>
    </Dialog>
  );
}
