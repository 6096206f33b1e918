import type { RollEntry } from "@shoreline/contract";
import type { Mark } from "@shoreline/domain/presence";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { focusFirstFault } from "../../ui/field.tsx";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { form } from "../forms.module.css";
import { markTexts } from "./class-words.ts";

type Props = { entry: RollEntry; mark: Mark; onCorrect(reason: string): void; onClose(): void };

export function CorrectDialog({ entry, mark, onCorrect, onClose }: Props) {
  const [error, setError] = useState("");
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get("reason") ?? "").trim();
    if (reason.length < 3) {
      setError("Say why, in a few words");
      focusFirstFault(event.currentTarget);
      return;
    }
    onCorrect(reason);
    onClose();
  };
  return (
    <Dialog title={`${entry.name}: ${markTexts[mark].toLowerCase()}`} onClose={onClose}>
      <form className={form} onSubmit={submit} noValidate>
        <p>The class is finished. The change stays in the history with its reason.</p>
        <Field label="Reason" name="reason" maxLength={300} error={error} />
        <ButtonRow>
          <Button type="submit">Correct the mark</Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}
