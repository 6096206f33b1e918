import { isMobileNumber, nationalNumber } from "@shoreline/domain/text";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useClassroom } from "../../lib/classroom.ts";
import { learnerClient } from "../../lib/learner.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonRow } from "../../ui/button-row.tsx";
import { CountryCode } from "../../ui/country-code.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { MoreButton } from "../../ui/more.tsx";
import { atHome, useCountries } from "../site/use-countries.ts";
import { CodeStep } from "./code-step.tsx";
import * as styles from "./proof-dialog.module.css";
import { thisDevice } from "./sign-in.ts";

type Phone = { countryCode: string; mobileNumber: string };
type Props = { onChanged(): void; onClose(): void };

/** Changes the mobile number in two steps: a code to the old number, then a code to the new one. */
export function NumberDialog({ onChanged, onClose }: Props) {
  const { profile, institute } = useClassroom();
  const [ticket, setTicket] = useState<string | null>(null);
  const [phone, setPhone] = useState<Phone | null>(null);
  const queries = useQueryClient();

  const change = async (newTicket: string) => {
    if (!ticket || !phone) return;
    const saved = await learnerClient.account.changeNumber({ ...phone, ticket, newTicket, ...thisDevice() });
    queries.setQueryData(["profile"], saved);
    queries.invalidateQueries({ queryKey: ["sessions"] });
    onChanged();
  };

  return (
    <Dialog title="Change number" onClose={onClose}>
      {ticket === null ? (
        <CodeStep
          phone={profile}
          action={{ text: "Next", run: async (proof) => setTicket(proof) }}
          cancel="Cancel"
          onClose={onClose}
        >
          Step 1 of 2. If you no longer have your old number, please call us on {institute.phone}. To confirm that it is
          you, we first send a code to
        </CodeStep>
      ) : phone === null ? (
        <NewNumber onNext={setPhone} onClose={onClose} />
      ) : (
        <>
          <CodeStep
            key="new"
            phone={phone}
            action={{ text: "Change number", run: change }}
            cancel="Cancel"
            onClose={onClose}
          >
            Step 2 of 2. You will be signed out in all other browsers. We now send a code to
          </CodeStep>
          <MoreButton onClick={() => setPhone(null)}>Use another number</MoreButton>
        </>
      )}
    </Dialog>
  );
}

function NewNumber({ onNext, onClose }: { onNext(phone: Phone): void; onClose(): void }) {
  const [country, setCountry] = useState(atHome);
  const [mobileNumber, setNumber] = useState("");
  const [error, setError] = useState<string>();
  const { countries, problem, ask } = useCountries();

  const next = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isMobileNumber(mobileNumber)) return setError("enter valid number");
    onNext({ countryCode: country.dial_code, mobileNumber });
  };

  return (
    <form noValidate onSubmit={next} className={`${styles.number} grid gap-5`}>
      <p className="text-ink-2">Step 2 of 2. Enter your new number.</p>
      <Field
        label="New mobile number"
        name="newNumber"
        inputMode="numeric"
        autoComplete="tel-national"
        autoFocus
        error={error}
        value={mobileNumber}
        onChange={(event) => {
          setNumber(nationalNumber(event.target.value, country.dial_code));
          setError(undefined);
        }}
        before={
          <CountryCode
            countries={countries}
            value={country.code}
            onChange={setCountry}
            onOpen={ask}
            problem={problem}
          />
        }
      />
      <ButtonRow>
        <Button type="submit">Next</Button>
        <Button look="line" onClick={onClose}>
          Cancel
        </Button>
      </ButtonRow>
    </form>
  );
}
