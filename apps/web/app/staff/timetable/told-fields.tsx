import type { MovePreview } from "@shoreline/contract";
import { Field } from "../controls.tsx";
import * as forms from "../forms.module.css";
import * as styles from "./move.module.css";

type Props = {
  told: MovePreview["told"];
  tells: boolean;
  note: string;
  error: string | undefined;
  onTells(tells: boolean): void;
  onNote(note: string): void;
};

/** Who will be told, how, and with which words. */
export function ToldFields({ told, tells, note, error, onTells, onNote }: Props) {
  const byMail = told.learners - told.byMessage;
  const rows = [
    ["Learners with SMS or WhatsApp", "Message and mail, at once", told.byMessage],
    [told.byMessage > 0 ? "Other learners" : "Learners", "Mail only", byMail],
    [told.trainers.join(", "), "Mail", told.trainers.length],
    ["Subscribed calendars", "Change by themselves", told.calendars],
  ] as const;
  return (
    <>
      <h3>Who will be told</h3>
      {told.learners + told.trainers.length === 0 ? <p>Nobody: the batch has no learners yet.</p> : null}
      <table className={styles.facts}>
        <caption className="sr-only">Who will be told, and how</caption>
        <tbody>
          {rows
            .filter(([, , count]) => count > 0)
            .map(([whom, how, count]) => (
              <tr key={how}>
                <td>{whom}</td>
                <td>{how}</td>
                <td className={styles.number}>{count}</td>
              </tr>
            ))}
        </tbody>
      </table>
      {told.byMessage > 0 && tells ? (
        <div>
          <h3>The message, {told.message.length} letters</h3>
          <p className={styles.text}>{told.message}</p>
        </div>
      ) : null}
      <label className={forms.choice}>
        <input type="checkbox" checked={tells} onChange={({ target }) => onTells(target.checked)} />
        Tell them
      </label>
      {tells && told.learners > 0 ? (
        <Field
          kind="textarea"
          label="A note for the mail, if you like"
          rows={2}
          maxLength={500}
          value={note}
          error={error}
          onChange={({ target }) => onNote(target.value)}
        />
      ) : null}
    </>
  );
}
