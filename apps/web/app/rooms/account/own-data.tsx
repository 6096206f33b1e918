import { codeDigits } from "@shoreline/domain/account";
import { useState } from "react";
import { learnerClient } from "../../lib/learner.ts";
import { saveFile } from "../../lib/save-file.ts";
import { useSending } from "../../lib/send.ts";
import { useClassroom } from "../../portal/classroom.ts";
import { leaveFor } from "../../portal/leave.ts";
import { Button } from "../../ui/button.tsx";
import { CodeInput, readCode } from "../../ui/code-input.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Message, type Told } from "../../ui/message.tsx";

/** What belongs to the learner stays in their hands: a copy of all of it, the end of every session, the end of the account. */
export function OwnData() {
  const [told, setTold] = useState<Told | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const { isBusy, send } = useSending();

  const run = async (work: () => Promise<unknown>) => {
    setTold(null);
    const outcome = await send({ at: Date.now() }, work);
    if (!outcome.isSent) setTold({ kind: "wrong", text: outcome.text });
  };
  const download = () =>
    run(async () => saveFile({ ...(await learnerClient.account.export({})), type: "application/json" }));
  const leaveEverywhere = () =>
    run(async () => {
      await learnerClient.account.logout({ everywhere: true });
      leaveFor("/login");
    });

  return (
    <section aria-labelledby="own-data" className="grid gap-4 border-t border-ink pt-6">
      <h2 id="own-data" className="text-xl">
        Your data
      </h2>
      <p className="max-w-prose text-ink-2">
        Everything that we hold about you is yours to have. Deleting your account removes your profile for good;
        invoices that the law makes us keep stay without it.
      </p>
      <Message told={told} onDismiss={() => setTold(null)} />
      <div className="flex flex-wrap gap-3">
        <Button look="line" isBusy={isBusy} onClick={download}>
          Download my data
        </Button>
        <Button look="line" isBusy={isBusy} onClick={leaveEverywhere}>
          Sign out everywhere
        </Button>
        <Button look="line" onClick={() => setLeaving(true)}>
          Delete my account
        </Button>
      </div>
      {isLeaving ? <LeaveDialog onClose={() => setLeaving(false)} /> : null}
    </section>
  );
}

function LeaveDialog({ onClose }: { onClose(): void }) {
  const { profile } = useClassroom();
  const { countryCode, mobileNumber } = profile;
  const [isSent, setSent] = useState(false);
  const [code, setCode] = useState<readonly string[]>([]);
  const [told, setTold] = useState<Told | null>(null);
  const { isBusy, send } = useSending();
  const whole = readCode(code, codeDigits);

  const sendCode = async () => {
    const outcome = await send({ at: Date.now() }, () => learnerClient.account.sendCode({ countryCode, mobileNumber }));
    if (!outcome.isSent) return setTold({ kind: "wrong", text: outcome.text });
    setTold(null);
    setSent(true);
  };
  const leave = async () => {
    const outcome = await send({ code }, async () => {
      const proof = { countryCode, mobileNumber, code: whole ?? "" };
      const { ticket } = await learnerClient.account.verifyCode(proof);
      await learnerClient.account.remove({ ticket });
      leaveFor("/", "Your account has been deleted.");
    });
    if (outcome.isSent) return;
    setCode([]);
    setTold({ kind: "wrong", text: outcome.text });
  };

  return (
    <Dialog title="Delete my account" onClose={onClose}>
      <div className="grid gap-5">
        <p className="text-ink-2">
          Your profile, your notifications and your sign-ins are removed at once, and cannot be brought back. To be sure
          that it is you, we send a code to {countryCode} {mobileNumber}.
        </p>
        {isSent ? (
          <CodeInput label="One-time code" length={codeDigits} value={code} onChange={setCode} autoFocus />
        ) : null}
        <Message told={told} onDismiss={() => setTold(null)} />
        <div className="flex flex-wrap gap-3">
          {isSent ? (
            <Button isBusy={isBusy} disabled={!whole} onClick={leave}>
              Delete for good
            </Button>
          ) : (
            <Button isBusy={isBusy} onClick={sendCode}>
              Send the code
            </Button>
          )}
          <Button look="line" onClick={onClose}>
            Keep my account
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
