import type { OfflineCourse } from "@shoreline/contract";
import { ApiError, NetworkError } from "@shoreline/contract/client";
import { emailHint, wholeNumberHint, wordsHint } from "@shoreline/domain/hints";
import { type DownloadForm, downloadErrors } from "@shoreline/domain/lead";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { browserClient } from "../../lib/api.ts";
import { prefill } from "../../lib/prefill.ts";
import { saveFile } from "../../lib/save-file.ts";
import { useSubmission } from "../../lib/submission.ts";
import { Button } from "../../ui/button.tsx";
import { CountryCode } from "../../ui/country-code.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, focusFirstFault } from "../../ui/field.tsx";
import { Message, type NoticeContent } from "../../ui/message.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { atHome, useCountries } from "../site/use-countries.ts";
import * as styles from "./download-dialog.module.css";

const empty = { name: "", mobileNumber: "", email: "" };

type Name = keyof typeof empty;
type Faults = { [Field in Name]?: string | undefined };

type Props = { course: OfflineCourse; phone: string; onClose(): void };

/** Asks for contact details before a syllabus is downloaded. */
export default function DownloadDialog({ course, phone, onClose }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [values, setValues] = useState(empty);
  const [country, setCountry] = useState(atHome);
  const [faults, setFaults] = useState<Faults>({});
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const { isBusy, waiting, send } = useSubmission();
  const { countries, problem, ask } = useCountries();

  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  // A disabled button loses the focus. Give it back afterwards, unless a field has the focus by then.
  useEffect(() => {
    if (notice && !isBusy && !document.activeElement?.matches("input")) button.current?.focus();
  }, [notice, isBusy]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setNotice(null);
    const form: DownloadForm = { ...values, name: values.name.trimEnd(), countryCode: country.dial_code };
    const found: Faults = downloadErrors(form);
    setFaults(found);
    if (Object.keys(found).length > 0) return focusFirstFault(event.currentTarget);
    const { _id: recordId, courseId } = course;
    const outcome = await send(
      { ...form, recordId },
      async (origin) => {
        const file = await browserClient.lead.download({ ...form, recordId, courseId, ...origin });
        saveFile({ ...file, type: "application/pdf" });
      },
      "always",
    );
    // The visitor may have closed this dialog and opened another.
    if (!isOpen.current) return;
    if (outcome.isSent) {
      setValues(empty);
      return onClose();
    }
    const { error } = outcome;
    const isAnswer =
      error instanceof ApiError
        ? error.code !== "UNAVAILABLE"
        : error instanceof NetworkError && error.status !== undefined;
    setFaults(outcome.fields);
    setNotice(isAnswer ? notFound(phone) : { kind: "wrong", text: outcome.text });
  }

  const field = (name: Name) => ({
    name,
    value: values[name],
    error: faults[name],
    onChange: (event: { target: { value: string } }) => {
      const { value } = event.target;
      setValues({ ...values, [name]: name === "name" ? value.trimStart() : value.trim() });
      setFaults({ ...faults, [name]: undefined });
    },
  });

  return (
    <Dialog title="Download PDF" isWide onClose={onClose}>
      <div className="grid gap-6 md:grid-cols-[5fr_6fr]">
        <div className={styles.picture}>
          <img src="/art/download.svg" alt="" width="360" height="300" />
        </div>
        <form noValidate onSubmit={submit} onFocus={prefill} className="grid content-start gap-4">
          <p className="text-s text-ink-2">
            Download the syllabus of <b>{course.courseName} Courses</b>. A mentor may call you once about it.
          </p>
          <Field label="Name" autoComplete="name" hint={wordsHint} {...field("name")} />
          <NumberField
            label="Mobile number"
            dialCode={country.dial_code}
            hint={wholeNumberHint}
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
          <Field label="E-mail" type="email" autoComplete="email" hint={emailHint} {...field("email")} />
          <Message notice={waiting ?? notice} onDismiss={() => setNotice(null)} />
          <Button ref={button} type="submit" isBusy={isBusy}>
            {isBusy && !waiting ? "Downloading..." : "Download"}
          </Button>
          <p className="text-s text-ink-2">
            By downloading you agree to our{" "}
            <a href="/privacy-policy" target="_blank" rel="noreferrer">
              privacy policy
            </a>
            .
          </p>
        </form>
      </div>
    </Dialog>
  );
}

function notFound(phone: string): NoticeContent {
  return {
    kind: "wrong",
    text: "File not found!",
    more: (
      <p className="text-s">
        Call <a href={`tel:${phone.replaceAll(" ", "")}`}>{phone}</a> and we will send it to you.
      </p>
    ),
  };
}
