import type { Country, OfflineCourse } from "@shoreline/contract";
import { ApiError } from "@shoreline/contract/client";
import { type DownloadForm, defaultCountryCode, downloadFaults } from "@shoreline/domain/lead";
import { type FormEvent, useEffect, useState } from "react";
import { Link } from "react-router";
import { browserClient } from "../../lib/api.ts";
import { saveFile } from "../../lib/save-file.ts";
import { useSending } from "../../lib/send.ts";
import { CountryCode } from "../../ui/country-code.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, focusFirstFault } from "../../ui/field.tsx";
import { Message, type Told } from "../../ui/message.tsx";

const atHome: Country = { name: "India", code: "IN", dial_code: defaultCountryCode };
const empty = { name: "", mobileNumber: "", email: "" };

type Name = keyof typeof empty;
type Faults = { [Field in Name]?: string | undefined };

/** A name and a number for a syllabus. */
export default function DownloadDialog({ course, onClose }: { course: OfflineCourse; onClose(): void }) {
  const [values, setValues] = useState(empty);
  const [country, setCountry] = useState(atHome);
  const [faults, setFaults] = useState<Faults>({});
  const [told, setTold] = useState<Told | null>(null);
  const { isBusy, send } = useSending();
  const { countries, problem, ask } = useCountries();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setTold(null);
    const form: DownloadForm = { ...values, name: values.name.trimEnd(), countryCode: country.dial_code };
    const found: Faults = downloadFaults(form);
    setFaults(found);
    if (Object.keys(found).length > 0) return focusFirstFault(event.currentTarget);
    const { _id: recordId, courseId } = course;
    const outcome = await send({ ...form, recordId }, async (origin) => {
      const file = await browserClient.lead.download({ ...form, recordId, courseId, ...origin });
      saveFile({ ...file, type: "application/pdf" });
    });
    if (outcome.isSent) {
      setValues(empty);
      return onClose();
    }
    setFaults(outcome.fields);
    setTold({ kind: "wrong", text: outcome.error instanceof ApiError ? "File not found!" : outcome.text });
  }

  const field = (name: Name) => ({
    name,
    value: values[name],
    error: faults[name],
    onChange: (event: { target: { value: string } }) => {
      const { value } = event.target;
      const text = name === "mobileNumber" ? value.replace(/\D/g, "").slice(0, 14) : value.trimStart();
      setValues({ ...values, [name]: name === "email" ? text.trim() : text });
      setFaults({ ...faults, [name]: undefined });
    },
  });

  return (
    <Dialog title="Download PDF" onClose={onClose}>
      <div className="grid gap-6 md:grid-cols-[5fr_6fr]">
        <img
          src="/pictures/download.svg"
          alt=""
          width="360"
          height="300"
          className="mx-auto h-auto w-full max-w-48 rounded-medium md:max-w-none"
        />
        <form noValidate onSubmit={submit} className="grid content-start gap-4">
          <p className="text-s text-ink-2">
            The syllabus of <b>{course.courseName} Courses</b>. A mentor may call you about it once.
          </p>
          <Field label="Name" autoComplete="name" {...field("name")} />
          <Field
            label="Mobile number"
            inputMode="numeric"
            autoComplete="tel-national"
            before={
              <CountryCode
                countries={countries}
                value={country.code}
                onChange={setCountry}
                onOpen={ask}
                problem={problem}
              />
            }
            {...field("mobileNumber")}
          />
          <Field label="E-mail" type="email" autoComplete="email" {...field("email")} />
          <Message told={told} onDismiss={() => setTold(null)} />
          <button type="submit" className="btn btn-sea" disabled={isBusy} aria-busy={isBusy}>
            {isBusy ? <span className="spinner" aria-hidden="true" /> : null}
            {isBusy ? "Downloading..." : "Download"}
          </button>
          <p className="text-s text-ink-2">
            By downloading you agree to our <Link to="/privacy-policy">privacy policy</Link>.
          </p>
        </form>
      </div>
    </Dialog>
  );
}

/** The one at home is there from the start; the others are asked for with the dialog, and again when the list is opened. */
function useCountries() {
  const [countries, setCountries] = useState<Country[]>([atHome]);
  const [problem, setProblem] = useState<string>();
  const ask = () => {
    if (countries.length > 1) return;
    setProblem(undefined);
    browserClient.site.countries({}).then(setCountries, (error) => {
      console.warn(error);
      setProblem("The other countries could not be loaded. Close this list and open it again.");
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens.
  useEffect(ask, []);
  return { countries, problem, ask };
}
