import type { Lead } from "@shoreline/contract";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { Button, ButtonRow, Field } from "../controls.tsx";
import * as forms from "../forms.module.css";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { fewestLetters, useSettled } from "../use-settled.ts";
import { formatWhen } from "../when.ts";
import { numberText } from "../words.ts";
import type { LeadDialogProps } from "./lead-dialog-props.ts";
import { LeadMergeDialog } from "./lead-merge.tsx";
import { leadPage } from "./lead-queries.ts";

const mostShown = 8;

/** For a person who wrote under two numbers or addresses that have nothing in common. */
export function LeadMergeChoice(props: LeadDialogProps) {
  const { lead, onClose } = props;
  const [words, setWords] = useState("");
  const [chosen, setChosen] = useState<Lead | null>(null);
  const [other, setOther] = useState<Lead | null>(null);
  if (other) return <LeadMergeDialog {...props} other={other} />;
  const goOn = (event: FormEvent) => {
    event.preventDefault();
    if (chosen) setOther(chosen);
  };
  return (
    <Dialog title={`Merge ${lead.name} with another lead`} onClose={onClose}>
      <form className={forms.form} onSubmit={goOn}>
        <Field
          label="Find the other lead"
          hint="Name, number or e-mail address"
          type="search"
          autoComplete="off"
          value={words}
          onChange={(event) => {
            setWords(event.target.value);
            setChosen(null);
          }}
        />
        <Found words={words.trim()} lead={lead} chosen={chosen} onChoose={setChosen} />
        <ButtonRow>
          <Button type="submit" disabled={!chosen}>
            Continue
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}

type FoundProps = { words: string; lead: Lead; chosen: Lead | null; onChoose(lead: Lead): void };

function Found({ words, lead, chosen, onChoose }: FoundProps) {
  const asked = useSettled(words);
  const { data, error, refetch } = useQuery({
    // Spam is merged with spam only.
    ...leadPage({ words: asked, ...(lead.isSpam && { spam: "1" }) }),
    enabled: asked.length >= fewestLetters,
  });
  if (words.length < fewestLetters) return <p>Type at least two letters or digits.</p>;
  if (error) return <LoadProblem what="The list of leads" error={error} onRetry={refetch} />;
  if (!data || asked !== words) return <Loading lines={3} />;
  const found = data.leads.filter((one) => one.leadId !== lead.leadId);
  if (found.length === 0) return <p role="status">No other lead fits “{words}”.</p>;
  return (
    <fieldset className={forms.choices}>
      <legend>Other lead</legend>
      {found.slice(0, mostShown).map((one) => (
        <label key={one.leadId} className={forms.choice}>
          <input type="radio" name="other" checked={one.leadId === chosen?.leadId} onChange={() => onChoose(one)} />
          <span>{one.name}</span>
          <small className={forms.more}>
            {[one.number && numberText(one.number), one.email].filter(Boolean).join(", ")}; received{" "}
            {formatWhen(one.cameAt)}
          </small>
        </label>
      ))}
      {found.length > mostShown ? <p>More leads fit. Type more of the name or number.</p> : null}
    </fieldset>
  );
}
