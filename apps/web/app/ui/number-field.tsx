import { defaultCountryCode, nationalNumber } from "@shoreline/domain/text";
import { type ComponentProps, useEffect, useRef } from "react";
import { Field } from "./field.tsx";

type InputField = Extract<ComponentProps<typeof Field>, { kind?: "input" }>;
type Props = Omit<InputField, "onChange"> & { dialCode?: string; onChange(event: { target: HTMLInputElement }): void };

/** A mobile number: what is typed, pasted or filled in is shown as its digits, without country code or leading 0. */
export function NumberField({ dialCode = defaultCountryCode, onChange, ...field }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const read = (target: HTMLInputElement) => {
    const digits = nationalNumber(target.value, dialCode);
    if (target.value !== digits) target.value = digits;
    onChange({ target });
  };
  // A number typed before the scripts arrived is read at hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => {
    if (input.current?.value) read(input.current);
  }, []);
  return (
    <Field ref={input} inputMode="tel" autoComplete="tel-national" {...field} onChange={({ target }) => read(target)} />
  );
}
