import type { ProfileErrors } from "@shoreline/domain/account";
import { type FormEvent, useState } from "react";
import type { Again } from "../../lib/resend.ts";
import { trimAll, useSubmission } from "../../lib/submission.ts";
import { focusFirstFault } from "../../ui/field.tsx";
import type { NoticeContent } from "../../ui/message.tsx";
import { stillWrong } from "./faults.ts";
import type { ProfileValues } from "./profile-form.tsx";

type Options = {
  initial: ProfileValues | (() => ProfileValues);
  findFieldErrors(values: ProfileValues, on: { today: Date }): ProfileErrors;
  onChange?(values: ProfileValues): void;
};

const invalid = "form invalid";

/** Values, errors and sending, for registering and for editing a profile. */
export function useProfileForm({ initial, findFieldErrors, onChange }: Options) {
  const [values, setValues] = useState(initial);
  const [faults, setFaults] = useState<ProfileErrors>({});
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const [isUploading, setUploading] = useState(false);
  const { isBusy, waiting, send } = useSubmission();

  const change = (next: ProfileValues) => {
    setValues(next);
    onChange?.(next);
    const left = stillWrong(faults, values, next);
    setFaults(left);
    if (Object.keys(left).length === 0) setNotice(null);
  };

  /** Null when it was not sent because a field is invalid. */
  async function submit(event: FormEvent<HTMLFormElement>, call: () => Promise<void>, again: Again) {
    event.preventDefault();
    const form = event.currentTarget;
    const show = (found: ProfileErrors, text: string) => {
      setFaults(found);
      setNotice({ kind: "wrong", text });
      if (Object.keys(found).length > 0) focusFirstFault(form);
    };
    const found = findFieldErrors(trimAll(values), { today: new Date() });
    if (Object.keys(found).length > 0) {
      show(found, invalid);
      return null;
    }
    setFaults({});
    setNotice(null);
    const outcome = await send(values, call, again);
    if (!outcome.isSent) {
      const isRefused = Object.keys(outcome.fields).length > 0;
      show(outcome.fields, isRefused ? (outcome.fields.profilePicture ?? invalid) : outcome.text);
    }
    return outcome;
  }

  return {
    values,
    setValues,
    faults,
    notice: waiting ?? notice,
    setNotice,
    isUploading,
    setUploading,
    isBusy,
    change,
    submit,
  };
}
