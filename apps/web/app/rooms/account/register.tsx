import { ApiError } from "@shoreline/contract/client";
import { registrationErrors } from "@shoreline/domain/account";
import { type FormEvent, useEffect, useState } from "react";
import { Link, useNavigate } from "react-router";
import { learnerClient } from "../../lib/learner.ts";
import { Button } from "../../ui/button.tsx";
import { NeedsScript } from "../../ui/field.tsx";
import { Message } from "../../ui/message.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { Route } from "./+types/register";
import { keepDraft, type Pending, readDraft, readPending, takeNext } from "./pending.ts";
import { PictureUpload } from "./picture-upload.tsx";
import { emptyProfile, ProfileForm, type ProfileValues } from "./profile-form.tsx";
import { startSession } from "./sign-in.ts";
import { useInstituteContact } from "./sign-in-frame.tsx";
import { useProfileForm } from "./use-profile-form.ts";

export const meta = () => [{ title: "Register" }, { name: "robots", content: "noindex" }];

type Proven = Pending & { ticket: string };

export default function RegisterPage({ params }: Route.ComponentProps) {
  const [proven, setProven] = useState<Proven | null>(null);
  const navigate = useNavigate();
  useEffect(() => {
    const pending = readPending();
    if (pending?.ticket && pending.mobileNumber === params.mobileNumber)
      setProven({ ...pending, ticket: pending.ticket });
    else navigate("/login", { replace: true });
  }, [navigate, params.mobileNumber]);
  return (
    <>
      <h1>Register</h1>
      <p className="text-ink-2">Tell us about yourself. You can change everything later.</p>
      <NeedsScript />
      {proven ? <RegisterForm proven={proven} /> : <Loading />}
    </>
  );
}

function Loading() {
  return <Skeleton className="h-96" role="status" aria-label="Loading" data-tall />;
}

function RegisterForm({ proven: { countryCode, mobileNumber, ticket } }: { proven: Proven }) {
  const { state } = useInstituteContact();
  const { values, faults, notice, setNotice, isUploading, setUploading, isBusy, change, submit } = useProfileForm({
    initial: () => ({ ...emptyProfile, state, ...readDraft<ProfileValues>(mobileNumber) }),
    findFieldErrors: registrationErrors,
    onChange: (typed) => keepDraft(mobileNumber, typed),
  });
  const [isLate, setLate] = useState(false);
  const navigate = useNavigate();

  async function register(event: FormEvent<HTMLFormElement>) {
    const outcome = await submit(
      event,
      async () => {
        await startSession(await learnerClient.account.create({ ...values, countryCode, mobileNumber, ticket }));
        navigate(takeNext(), { replace: true });
      },
      "refused",
    );
    if (!outcome || outcome.isSent) return;
    const { error } = outcome;
    setLate(error instanceof ApiError && (error.code === "DEAD_TICKET" || error.code === "KNOWN_NUMBER"));
  }

  return (
    <form noValidate method="dialog" onSubmit={register} className="grid gap-6" data-tall>
      <PictureUpload
        picture={values.profilePicture}
        initial={values.firstName.slice(0, 1)}
        authorization={() => `Ticket ${ticket}`}
        onChange={(profilePicture) => change({ ...values, profilePicture })}
        onBusyChange={setUploading}
      />
      <ProfileForm values={values} faults={faults} phone={`${countryCode} ${mobileNumber}`} onChange={change} />
      <Message notice={notice} onDismiss={() => setNotice(null)} />
      {isLate ? (
        <p>
          <Link to="/login">Sign in again</Link>. What you typed here is saved.
        </p>
      ) : null}
      <Button type="submit" isBusy={isBusy} disabled={isUploading}>
        {isUploading ? "Waiting for the picture" : "Submit"}
      </Button>
    </form>
  );
}
