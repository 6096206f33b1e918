import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import * as styles from "./code-input.module.css";

type CodeType = "number" | "alpha" | "alphanumeric" | "any";
type Props = {
  label: string;
  value: readonly string[];
  onChange(value: string[]): void;
  length?: number;
  type?: CodeType;
  isHidden?: boolean;
  isInvalid?: boolean | undefined;
  describedBy?: string | undefined;
  autoFocus?: boolean;
  /** Gets the joined code after every edit that leaves no box empty. */
  onComplete?: (code: string) => void;
};

/** A one-time code. `value` is one string per box, "" where empty: begin with `[]`, read it with `readCode`. */
export function CodeInput({
  label,
  value,
  onChange,
  length = 4,
  type = "number",
  isHidden = false,
  isInvalid = false,
  describedBy,
  autoFocus = false,
  onComplete,
}: Props) {
  const boxes = Array.from({ length }, (_, at) => value[at] ?? "");
  const row = useRef<HTMLDivElement>(null);
  const [target, setTarget] = useState(autoFocus ? { at: 0 } : null);

  // Only after the boxes are drawn: setting a value undoes the selection.
  useLayoutEffect(() => {
    const box = target && row.current?.querySelectorAll("input")[target.at];
    box?.focus();
    box?.select();
  }, [target]);

  const moveTo = (at: number) => setTarget({ at: Math.min(Math.max(at, 0), length - 1) });
  const clear = (at: number) => boxes[at] && onChange(boxes.with(at, ""));
  const fill = (at: number, text: string) => {
    const characters = keepValid(text, type);
    moveTo(at + characters.length);
    if (characters.length === 0) return;
    const next = boxes.map((old, index) => characters[index - at] ?? old);
    onChange(next);
    const code = readCode(next, length);
    if (code !== null) onComplete?.(code);
  };
  const onInput = (at: number, input: HTMLInputElement, how: string | undefined) => {
    if (input.value) return fill(at, withoutOld(input.value, boxes[at]));
    clear(at);
    moveTo(how?.endsWith("Backward") ? at - 1 : at);
  };
  const onKey = (at: number, event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const targets: Record<string, number> = {
      Backspace: at - 1,
      Delete: at,
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      Home: 0,
      End: length - 1,
    };
    const next = targets[event.key];
    if (next === undefined) return;
    event.preventDefault();
    if (event.key === "Delete") clear(at);
    if (event.key === "Backspace") clear(boxes[at] ? at : at - 1);
    moveTo(next);
  };

  return (
    <fieldset className={styles.code} aria-describedby={describedBy}>
      <legend>{label}</legend>
      <div ref={row} className={styles.boxes}>
        {boxes.map((character, at) => {
          const name = `${type === "number" ? "Digit" : "Character"} ${at + 1} of ${length}`;
          return (
            <input
              key={name}
              // Never "password": managers would offer to save it. The style sheet draws the dots.
              type="text"
              className={styles.box}
              data-hidden={isHidden}
              data-filled={character !== ""}
              aria-label={name}
              aria-invalid={isInvalid}
              aria-describedby={at === 0 ? describedBy : undefined}
              autoComplete={at === 0 ? "one-time-code" : "off"}
              inputMode={type === "number" ? "numeric" : "text"}
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              value={character}
              // Not onChange: React keeps it silent when a character is replaced by the same one.
              onInput={(event) => onInput(at, event.currentTarget, (event.nativeEvent as InputEvent).inputType)}
              onKeyDown={(event) => onKey(at, event)}
              onPaste={(event) => {
                event.preventDefault();
                fill(at, event.clipboardData.getData("text"));
              }}
              onFocus={(event) => event.currentTarget.select()}
              // Some browsers put a caret where the press that gave the focus is released.
              onClick={(event) => event.currentTarget.select()}
            />
          );
        })}
      </div>
    </fieldset>
  );
}

/** The joined code once every box is filled, else null. */
export function readCode(value: readonly string[], length = 4): string | null {
  const filled = value.slice(0, length).filter(Boolean);
  return filled.length === length ? filled.join("") : null;
}

// Joiners and variation selectors are drawn as nothing: they would take a box that looks empty.
const valid: Record<CodeType, RegExp> = {
  number: /^[0-9]$/,
  alpha: /^\p{L}$/u,
  alphanumeric: /^[\p{L}0-9]$/u,
  any: /^[^\p{Cc}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}]$/u,
};

// Composed first, so that a letter and its accent share a box.
function keepValid(text: string, type: CodeType): string[] {
  return [...text.normalize("NFC")].filter((character) => valid[type].test(character));
}

// Some keyboards undo the selection: then the new character arrives beside the old one.
function withoutOld(text: string, old: string | undefined): string {
  const characters = [...text];
  if (!old || characters.length !== 2 || !characters.includes(old)) return text;
  return characters.toSpliced(characters.indexOf(old), 1).join("");
}
