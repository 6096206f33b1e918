import { useClassroom } from "../lib/classroom.ts";
import { useBack } from "../lib/use-back.ts";
import { EditForm } from "../rooms/account/edit-form.tsx";
import { Guardian } from "../rooms/account/guardian.tsx";
import { OwnData } from "../rooms/account/own-data.tsx";
import { Passkeys } from "../rooms/account/passkeys.tsx";
import { SignIns } from "../rooms/account/sign-ins.tsx";
import { useCertificates } from "../rooms/certificate/queries.ts";
import { DigestSwitch } from "../rooms/question/digest-switch.tsx";
import { facts } from "../ui/facts.module.css";
import { Icon } from "../ui/icon.tsx";
import { MoreButton } from "../ui/more.tsx";

export const meta = () => [{ title: "Edit Profile" }, { name: "robots", content: "noindex" }];

export default function EditProfile() {
  const { profile, purchases } = useClassroom();
  const { data } = useCertificates();
  const completed = data?.certificates.filter(({ isRevoked }) => !isRevoked).length;
  const goBack = useBack();
  return (
    <>
      <MoreButton onClick={goBack}>
        <Icon name="back" /> Back
      </MoreButton>
      <h1>Edit Profile</h1>
      <dl className={facts}>
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
      <Guardian />
      <SignIns />
      <Passkeys />
      <DigestSwitch />
      <OwnData />
    </>
  );
}
