import { useState } from "react";
import { useClassroom } from "../../lib/classroom.ts";
import { learnerClient } from "../../lib/learner.ts";
import { saveFile } from "../../lib/save-file.ts";
import { endSession } from "../../lib/session.ts";
import { useSubmission } from "../../lib/submission.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonRow } from "../../ui/button-row.tsx";
import { Message, type NoticeContent } from "../../ui/message.tsx";
import { ProofDialog } from "./proof-dialog.tsx";

/** Lets learners download their data, sign out everywhere and delete their account. */
export function OwnData() {
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const [open, setOpen] = useState<"download" | "deletion" | null>(null);
  const end = useSubmission();
  const close = () => setOpen(null);

  const showDownload = (file: string) => {
    close();
    setNotice({ kind: "done", text: `Downloaded: ${file}` });
  };

  const leaveEverywhere = async () => {
    setNotice(null);
    const outcome = await end.send({ at: Date.now() }, async () => {
      await learnerClient.account.logout({ everywhere: true });
      endSession("/login");
    });
    if (!outcome.isSent) setNotice({ kind: "wrong", text: outcome.text });
  };

  return (
    <section aria-labelledby="own-data" className="grid gap-4 border-t border-ink pt-6">
      <h2 id="own-data" className="text-xl">
        Your data
      </h2>
      <p className="max-w-prose text-ink-2">
        You can download all the data that we store about you. Deleting your account removes your profile, your
        enquiries, webinar seats and test results permanently. We keep only invoices, as the law requires, and
        certificates, which others may rely on.
      </p>
      <Message notice={notice} onDismiss={() => setNotice(null)} />
      <ButtonRow>
        <Button look="line" onClick={() => setOpen("download")}>
          Download my data
        </Button>
        <Button look="line" isBusy={end.isBusy} onClick={leaveEverywhere}>
          Sign out everywhere
        </Button>
        <Button look="danger-line" onClick={() => setOpen("deletion")}>
          Delete my account
        </Button>
      </ButtonRow>
      {open === "download" ? <DownloadDialog onDone={showDownload} onClose={close} /> : null}
      {open === "deletion" ? <DeletionDialog onClose={close} /> : null}
    </section>
  );
}

function DownloadDialog({ onDone, onClose }: { onDone(file: string): void; onClose(): void }) {
  const download = async (ticket: string) => {
    const file = await learnerClient.account.export({ ticket });
    saveFile({ ...file, type: "application/json" });
    onDone(file.name);
  };
  return (
    <ProofDialog
      title="Download my data"
      action={{ text: "Download", run: download }}
      cancel="Cancel"
      onClose={onClose}
    >
      The file contains everything that we store about you.
    </ProofDialog>
  );
}

function DeletionDialog({ onClose }: { onClose(): void }) {
  const { purchases } = useClassroom();
  const remove = async (ticket: string) => {
    await learnerClient.account.remove({ ticket });
    endSession("/", "Your account has been deleted.");
  };
  return (
    <ProofDialog
      title="Delete my account"
      action={{ text: "Delete permanently", look: "danger", run: remove }}
      cancel="Keep my account"
      onClose={onClose}
    >
      Your profile, enquiries, webinar seats and test results are deleted at once, for good. We keep invoices, as the
      law requires, and certificates.{" "}
      {purchases.length > 0 ? <b>You will lose the courses that you have paid for.</b> : null}
    </ProofDialog>
  );
}
