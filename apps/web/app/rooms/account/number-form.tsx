import { isMobileNumber } from "@shoreline/domain/text";
import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ButtonRow } from "../../ui/button-row.tsx";
import { CountryCode } from "../../ui/country-code.tsx";
import { focusFirstFault } from "../../ui/field.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { atHome, useCountries } from "../site/use-countries.ts";
import * as styles from "./proof-dialog.module.css";

export type Phone = { countryCode: string; mobileNumber: string };

type Props = {
  label: string;
  /** What the number is for, and fields that go before it. */
  children: ReactNode;
  /** Returns what is wrong with the number, if anything. */
  onNext(phone: Phone): string | undefined;
  /** Checks the other fields, and shows what is wrong with them. */
  isReady?(): boolean;
  autoFocus?: boolean;
  onClose(): void;
};

/** Within a dialog: asks for a number, to which a code goes next. */
export function NumberForm({ label, children, onNext, isReady = () => true, autoFocus = false, onClose }: Props) {
  const [country, setCountry] = useState(atHome);
  const [mobileNumber, setNumber] = useState("");
  const [error, setError] = useState<string>();
  const { countries, problem, ask } = useCountries();

  const next = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const isOtherFine = isReady();
    const isFine = isMobileNumber(mobileNumber);
    const wrong = !isFine
      ? "Enter a 10-digit mobile number"
      : isOtherFine
        ? onNext({ countryCode: country.dial_code, mobileNumber })
        : undefined;
    setError(wrong);
    focusFirstFault(event.currentTarget);
  };

  return (
    <form noValidate onSubmit={next} className={`${styles.step} grid gap-5`}>
      {children}
      <NumberField
        label={label}
        name="newNumber"
        dialCode={country.dial_code}
        autoFocus={autoFocus}
        error={error}
        value={mobileNumber}
        onChange={(event) => {
          setNumber(event.target.value);
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
