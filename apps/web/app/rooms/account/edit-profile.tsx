import { editFaults, type ProfileFaults } from "@shoreline/domain/account";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { learnerClient } from "../../lib/learner.ts";
import { useSending } from "../../lib/send.ts";
import { keepPerson, readToken } from "../../lib/session.ts";
import { useBack } from "../../portal/back.ts";
import { useClassroom } from "../../portal/classroom.ts";
import { useCertificates } from "../../portal/queries.ts";
import { Button } from "../../ui/button.tsx";
import { focusFirstFault } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Message, type Told } from "../../ui/message.tsx";
import * as styles from "./edit-profile.module.css";
import { stillWrong } from "./faults.ts";
import { OwnData } from "./own-data.tsx";
import { PictureUpload } from "./picture-upload.tsx";
import { ProfileForm, type ProfileValues } from "./profile-form.tsx";

export const meta = () => [{ title: "Edit Profile" }, { name: "robots", content: "noindex" }];

export default function EditProfile() {
  const { profile, purchases } = useClassroom();
  const { data } = useCertificates();
  const completed = data?.certificates.filter(({ isRevoked }) => !isRevoked).length;
  const goBack = useBack();
  return (
    <>
      <button type="button" className="more" onClick={goBack}>
        <Icon name="back" /> Back
      </button>
      <h1>Edit Profile</h1>
      <dl className="facts">
        <div>
          <dt>Courses Enrolled</dt>
          <dd>{purchases.length}</dd>
        </div>
        <div>
          <dt>Courses Completed</dt>
          <dd>{completed ?? "–"}</dd>
        </div>
      </dl>
      <EditForm key={profile._id} />
      <OwnData />
    </>
  );
}

function EditForm() {
  const { profile } = useClassroom();
  const [values, setValues] = useState<ProfileValues>(profile);
  const [faults, setFaults] = useState<ProfileFaults>({});
  const [told, setTold] = useState<Told | null>(null);
  const [isUploading, setUploading] = useState(false);
  const { isBusy, send } = useSending();
  const queries = useQueryClient();

  const change = (next: ProfileValues) => {
    setValues(next);
    const left = stillWrong(faults, values, next);
    setFaults(left);
    if (Object.keys(left).length === 0) setTold(null);
  };

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const found = editFaults(values, { today: new Date() });
    setFaults(found);
    if (Object.keys(found).length > 0) {
      setTold({ kind: "wrong", text: "form invalid" });
      return focusFirstFault(form);
    }
    const { firstName, lastName, gender, email, occupation, instOrOrg, state, country, skills, profilePicture } =
      values;
    const sent = { firstName, lastName, gender, email, occupation, instOrOrg, state, country, skills, profilePicture };
    const dateOfBirth = new Date(`${values.dateOfBirth}T00:00:00Z`).toISOString();
    const outcome = await send(values, async () => {
      const saved = await learnerClient.account.edit({ ...sent, dateOfBirth });
      queries.setQueryData(["profile"], saved);
      keepPerson(saved);
      setValues(saved);
    });
    if (outcome.isSent) return setTold({ kind: "done", text: "Your profile is up to date." });
    setFaults(outcome.fields);
    const isRefused = Object.keys(outcome.fields).length > 0;
    setTold({ kind: "wrong", text: isRefused ? (outcome.fields.profilePicture ?? "form invalid") : outcome.text });
    if (isRefused) focusFirstFault(form);
  }

  return (
    <form noValidate onSubmit={submit} className={`${styles.form} grid max-w-3xl gap-6`}>
      <PictureUpload
        picture={values.profilePicture}
        initial={values.firstName.slice(0, 1)}
        authorization={`Bearer ${readToken()}`}
        onChange={(profilePicture) => change({ ...values, profilePicture })}
        onBusyChange={setUploading}
      />
      <ProfileForm
        values={values}
        faults={faults}
        phone={`${profile.countryCode} ${profile.mobileNumber}`}
        onChange={change}
      />
      <Message told={told} onDismiss={() => setTold(null)} />
      <div>
        <Button type="submit" isBusy={isBusy} disabled={isUploading}>
          {isUploading ? "Waiting for the picture" : "Update"}
        </Button>
      </div>
    </form>
  );
}
