import type { Profile } from "@shoreline/contract";
import {
  birthHint,
  birthRange,
  genders,
  maxSkills,
  occupations,
  type ProfileErrors,
  type ProfileText,
  profileDefaults,
} from "@shoreline/domain/account";
import { emailHint, lettersHint, nameHint } from "@shoreline/domain/hints";
import { useId } from "react";
import { ChipsField } from "../../ui/chips-field.tsx";
import { Field } from "../../ui/field.tsx";
import { MoreButton } from "../../ui/more.tsx";
import { Segments } from "../../ui/segments.tsx";
import { useCountries } from "../site/use-countries.ts";
import { indianStates } from "./indian-states.ts";
import * as styles from "./profile-form.module.css";

export type ProfileValues = Pick<
  Profile,
  | "firstName"
  | "lastName"
  | "gender"
  | "dateOfBirth"
  | "email"
  | "occupation"
  | "instOrOrg"
  | "state"
  | "country"
  | "skills"
  | "profilePicture"
>;

export const emptyProfile: Omit<ProfileValues, "state"> = {
  ...profileDefaults,
  firstName: "",
  lastName: "",
  dateOfBirth: "",
  email: "",
  instOrOrg: "",
  skills: [],
  profilePicture: "",
};

type Props = {
  values: ProfileValues;
  faults: ProfileErrors;
  phone: string;
  onChange(values: ProfileValues): void;
  /** Leave it out where the number cannot be changed. */
  onChangeNumber?(): void;
};

const genderNames = { male: "Male", female: "Female" };
const occupationNames = { student: "Student", working: "Working" };

const hints: Record<keyof ProfileText, string> = {
  firstName: nameHint,
  lastName: lettersHint,
  email: emailHint,
  dateOfBirth: birthHint,
  instOrOrg: lettersHint,
  state: nameHint,
  country: nameHint,
};

/** The fields of a profile, for registering and editing. */
export function ProfileForm({ values, faults, phone, onChange, onChangeNumber }: Props) {
  const id = useId();
  const { countries } = useCountries();
  const born = birthRange(new Date());
  const text = (name: "firstName" | "lastName" | "dateOfBirth" | "email" | "instOrOrg" | "state" | "country") => ({
    name,
    value: values[name],
    error: faults[name],
    hint: hints[name],
    maxLength: name === "email" ? 254 : 100,
    onChange: (event: { target: { value: string } }) => onChange({ ...values, [name]: event.target.value }),
  });
  const isAtSchool = values.occupation === "student";
  return (
    <div className={`${styles.fields} grid gap-5 sm:grid-cols-2`}>
      <Field label="First name" autoComplete="given-name" {...text("firstName")} />
      <Field label="Last name" autoComplete="family-name" {...text("lastName")} />
      <Field label="E-mail" type="email" autoComplete="email" {...text("email")} />
      <div className="grid content-start justify-items-start">
        <div className="w-full">
          <Field label="Mobile number" value={phone} readOnly autoComplete="off" />
        </div>
        {onChangeNumber ? <MoreButton onClick={onChangeNumber}>Change number</MoreButton> : null}
      </div>
      <Field
        label="Date of birth"
        type="date"
        autoComplete="bday"
        min={born.earliest}
        max={born.latest}
        {...text("dateOfBirth")}
      />
      <Segments
        legend="Gender (optional)"
        name="gender"
        options={genders.map((value) => ({ value, text: genderNames[value] }))}
        value={values.gender}
        onChange={(gender) => onChange({ ...values, gender })}
      />
      <Segments
        legend="Occupation"
        name="occupation"
        options={occupations.map((value) => ({ value, text: occupationNames[value] }))}
        value={values.occupation}
        onChange={(occupation) => onChange({ ...values, occupation })}
      />
      <Field label={isAtSchool ? "School or college" : "Company"} autoComplete="organization" {...text("instOrOrg")} />
      <Field label="State" list={`${id}-states`} autoComplete="address-level1" {...text("state")} />
      <Field label="Country" list={`${id}-countries`} autoComplete="country-name" {...text("country")} />
      <datalist id={`${id}-states`}>
        {values.country.trim().toLowerCase() === "india"
          ? indianStates.map((state) => <option key={state} value={state} />)
          : null}
      </datalist>
      <datalist id={`${id}-countries`}>
        {countries.map(({ code, name }) => (
          <option key={code} value={name} />
        ))}
      </datalist>
      <div className="sm:col-span-2">
        <ChipsField
          label="Skills"
          hint="Type a skill and press Enter."
          values={values.skills}
          most={maxSkills}
          onChange={(skills) => onChange({ ...values, skills })}
        />
      </div>
    </div>
  );
}
