import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { type ComponentProps, useState } from "react";
import { CodeInput } from "../ui/code-input.tsx";

type Props = Partial<ComponentProps<typeof CodeInput>> & { start?: string[] };

/** What the boxes on the screen have reported. */
export const completed: string[] = [];
export const reported: string[][] = [];

export function clearLog(): void {
  completed.length = 0;
  reported.length = 0;
}

export function Screen({ start = [], ...props }: Props) {
  const [value, setValue] = useState<readonly string[]>(start);
  return (
    <>
      <CodeInput
        label="One-time code"
        value={value}
        onChange={(next) => {
          reported.push(next);
          setValue(next);
        }}
        onComplete={(code) => completed.push(code)}
        {...props}
      />
      <p id="hint">From the SMS</p>
    </>
  );
}

export const inputs = () => screen.getAllByRole<HTMLInputElement>("textbox");
export const box = (number: number) => inputs()[number - 1] as HTMLInputElement;
export const shown = () => inputs().map(({ value }) => value || "_");
export const focused = () => inputs().indexOf(document.activeElement as HTMLInputElement) + 1;
export const selected = (input: HTMLInputElement) =>
  input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? undefined);

/** Draws boxes filled with `start` ("_" is empty) and puts the visitor into box `at`. */
export async function begin({
  start = "",
  at = 1,
  ...props
}: Omit<Props, "start"> & { start?: string; at?: number } = {}) {
  const view = render(<Screen start={[...start].map((character) => character.replace("_", ""))} {...props} />);
  const user = userEvent.setup();
  await user.click(box(at));
  return { ...view, user };
}
