import { isFullName } from "@shoreline/domain/account";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useClassroom } from "../../lib/classroom.ts";
import { learnerClient } from "../../lib/learner.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { CodeStep, type Codes } from "./code-step.tsx";
import { NumberForm, type Phone } from "./number-form.tsx";
import { useGuardian } from "./queries.ts";
import { requestGuardianCode } from "./request-code.ts";

/** For learners under age, where the institute asks for a guardian. */
export function Guardian() {
  const { data } = useGuardian();
  const [isOpen, setOpen] = useState(false);
  if (!data || (!data.isNeeded && !data.fullName)) return null;
  return (
    <section
      id="guardian"
      aria-labelledby="guardian-title"
      className="grid scroll-mt-24 gap-4 border-t border-ink pt-6"
    >
      <h2 id="guardian-title" className="text-xl">
        Parent or guardian
      </h2>
      <p className="max-w-prose text-ink-2">
        {data.fullName ? (
          <>
            <b className="text-ink">{data.fullName}</b> ({data.number}) has agreed to your learning and paying here.
          </>
        ) : (
          "You are under age. Your parent or guardian has to agree before you can pay."
        )}
      </p>
      <Button look="line" className="justify-self-start" onClick={() => setOpen(true)}>
        {data.fullName ? "Change" : "Add parent or guardian"}
      </Button>
      {isOpen ? <GuardianDialog onClose={() => setOpen(false)} /> : null}
    </section>
  );
}

/** The code is spent together with the name. */
const guardianCodes: Codes = { send: requestGuardianCode, redeem: async ({ code }) => code };

function GuardianDialog({ onClose }: { onClose(): void }) {
  const [fullName, setName] = useState("");
  const [fault, setFault] = useState<string>();
  const [phone, setPhone] = useState<Phone | null>(null);
  const { profile } = useClassroom();
  const queries = useQueryClient();

  const checkName = () => {
    const isFine = isFullName(fullName.trim());
    setFault(isFine ? undefined : "Enter their full name");
    return isFine;
  };
  const next = (given: Phone) => {
    if (given.countryCode + given.mobileNumber === profile.countryCode + profile.mobileNumber)
      return "This is your own number";
    setPhone(given);
    return undefined;
  };
  const name = async (code: string) => {
    if (!phone) return;
    queries.setQueryData(["guardian"], await learnerClient.account.setGuardian({ ...phone, fullName, code }));
    onClose();
  };

  return (
    <Dialog title="Parent or guardian" onClose={onClose}>
      {phone === null ? (
        <NumberForm label="Their mobile number" isReady={checkName} onNext={next} onClose={onClose}>
          <p className="text-ink-2">We send them an SMS with a code. If they agree, they tell you the code.</p>
          <Field
            label="Their full name"
            autoComplete="off"
            autoFocus
            maxLength={100}
            error={fault}
            value={fullName}
            onChange={(event) => {
              setName(event.target.value);
              setFault(undefined);
            }}
          />
        </NumberForm>
      ) : (
        <CodeStep
          phone={phone}
          codes={guardianCodes}
          action={{ text: "Confirm", run: name }}
          cancel="Cancel"
          onClose={onClose}
        >
          We send the code to {fullName},
        </CodeStep>
      )}
    </Dialog>
  );
}
