import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { focusFirstFault } from "../../ui/field.tsx";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { form } from "../forms.module.css";

type Props = { title: string; count?: number; onCorrect(reason: string): void; onClose(): void };

export function CorrectDialog({ title, count = 1, onCorrect, onClose }: Props) {
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
    <Dialog title={title} onClose={onClose}>
      <form className={form} onSubmit={submit} noValidate>
        <p>
          The class is finished. The{" "}
          {count === 1 ? "change stays in the history with its" : "changes stay in the history with their"} reason.
        </p>
        <Field label="Reason" name="reason" maxLength={300} error={error} />
        <ButtonRow>
          <Button type="submit">Correct the {count === 1 ? "mark" : "marks"}</Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}
