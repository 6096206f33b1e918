import type { ProfileFaults } from "@shoreline/domain/account";
import { type FormEvent, useState } from "react";
import { useSending } from "../../lib/send.ts";
import { focusFirstFault } from "../../ui/field.tsx";
import type { Told } from "../../ui/message.tsx";
import { stillWrong } from "./faults.ts";
import type { ProfileValues } from "./profile-form.tsx";

type Options = {
  initial: ProfileValues | (() => ProfileValues);
  findFaults(values: ProfileValues, on: { today: Date }): ProfileFaults;
  onChange?(values: ProfileValues): void;
};

const invalid = "form invalid";

/** Values, errors and sending, for registering and for editing a profile. */
export function useProfileForm({ initial, findFaults, onChange }: Options) {
  const [values, setValues] = useState(initial);
  const [faults, setFaults] = useState<ProfileFaults>({});
  const [told, setTold] = useState<Told | null>(null);
  const [isUploading, setUploading] = useState(false);
  const { isBusy, send } = useSending();

  const change = (next: ProfileValues) => {
    setValues(next);
    onChange?.(next);
    const left = stillWrong(faults, values, next);
    setFaults(left);
    if (Object.keys(left).length === 0) setTold(null);
  };

  /** Null when it was not sent because a field is invalid. */
  async function submit(event: FormEvent<HTMLFormElement>, call: () => Promise<void>) {
    event.preventDefault();
    const form = event.currentTarget;
    const show = (found: ProfileFaults, text: string) => {
      setFaults(found);
      setTold({ kind: "wrong", text });
      if (Object.keys(found).length > 0) focusFirstFault(form);
    };
    const found = findFaults(values, { today: new Date() });
    if (Object.keys(found).length > 0) {
      show(found, invalid);
      return null;
    }
    setFaults({});
    setTold(null);
    const outcome = await send(values, call);
    if (!outcome.isSent) {
      const isRefused = Object.keys(outcome.fields).length > 0;
      show(outcome.fields, isRefused ? (outcome.fields.profilePicture ?? invalid) : outcome.text);
    }
    return outcome;
  }

  return { values, setValues, faults, told, setTold, isUploading, setUploading, isBusy, change, submit };
}
