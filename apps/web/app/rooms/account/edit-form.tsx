import { profileEditErrors } from "@shoreline/domain/account";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { useClassroom } from "../../lib/classroom.ts";
import { formatPhone } from "../../lib/format.ts";
import { learnerClient } from "../../lib/learner.ts";
import { keepPerson, readToken } from "../../lib/session.ts";
import { Button } from "../../ui/button.tsx";
import { Message } from "../../ui/message.tsx";
import * as styles from "./edit-form.module.css";
import { NoticeChannel } from "./notice-channel.tsx";
import { NumberDialog } from "./number-dialog.tsx";
import { PictureUpload } from "./picture-upload.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { ProofDialog } from "./proof-dialog.tsx";
import { useProfileForm } from "./use-profile-form.ts";

export function EditForm() {
  const { profile } = useClassroom();
  const { values, setValues, faults, notice, setNotice, isUploading, setUploading, isBusy, change, submit } =
    useProfileForm({
      initial: profile,
      findFieldErrors: profileEditErrors,
    });
  const [noticeChannel, setChannel] = useState(profile.noticeChannel);
  const [open, setOpen] = useState<"mail" | "number" | null>(null);
  const queries = useQueryClient();
  const seen = useRef<HTMLDivElement>(null);
  const close = () => setOpen(null);

  async function store(proof: { ticket?: string } = {}) {
    const { firstName, lastName, gender, email, occupation, instOrOrg, state, country, skills, profilePicture } =
      values;
    const sent = { firstName, lastName, gender, email, occupation, instOrOrg, state, country, skills, profilePicture };
    const dateOfBirth = new Date(`${values.dateOfBirth}T00:00:00Z`).toISOString();
    const saved = await learnerClient.account.edit({ ...sent, dateOfBirth, noticeChannel, ...proof });
    queries.setQueryData(["profile"], saved);
    keepPerson(saved);
    setValues(saved);
    setNotice({ kind: "done", text: "Your profile has been updated." });
  }
  const save = (event: FormEvent<HTMLFormElement>) =>
    submit(
      event,
      async () => (values.email.trim().toLowerCase() === profile.email.toLowerCase() ? store() : setOpen("mail")),
      "always",
    );

  return (
    <>
      <form noValidate onSubmit={save} className={`${styles.form} grid max-w-3xl gap-6`}>
        <PictureUpload
          picture={values.profilePicture}
          initial={values.firstName.slice(0, 1)}
          authorization={() => `Bearer ${readToken()}`}
          onChange={(profilePicture) => change({ ...values, profilePicture })}
          onBusyChange={setUploading}
        />
        <div className="grid gap-5">
          <ProfileForm
            values={values}
            faults={faults}
            phone={formatPhone(profile)}
            onChange={change}
            onChangeNumber={() => setOpen("number")}
          />
          <NoticeChannel value={noticeChannel} onChange={setChannel} />
        </div>
        <div ref={seen}>
          <Message notice={notice} onDismiss={() => setNotice(null)} />
        </div>
        <div>
          <Button type="submit" isBusy={isBusy} disabled={isUploading}>
            {isUploading ? "Waiting for the picture" : "Update"}
          </Button>
        </div>
      </form>
      {open === "mail" ? (
        <ProofDialog
          title="Change e-mail address"
          action={{ text: "Update", run: (ticket) => store({ ticket }).then(close) }}
          cancel="Cancel"
          onClose={close}
        >
          We will write to <b className="wrap-anywhere text-ink">{values.email.trim()}</b> from now on.
        </ProofDialog>
      ) : null}
      {open === "number" ? (
        <NumberDialog
          onChanged={() => {
            close();
            setNotice({ kind: "done", text: "Your mobile number has been changed." });
            requestAnimationFrame(() => seen.current?.scrollIntoView({ block: "center" }));
          }}
          onClose={close}
        />
      ) : null}
    </>
  );
}
