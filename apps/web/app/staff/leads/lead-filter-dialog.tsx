import type { LeadOwner } from "@shoreline/contract";
import { leadSources, leadStatuses } from "@shoreline/domain/inbox";
import type { FormEvent } from "react";
import { useNavigate } from "react-router";
import { Dialog } from "../../ui/dialog.tsx";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { DateField } from "../date/date-field.tsx";
import * as forms from "../forms.module.css";
import { useSearch } from "../use-search.ts";
import { capitalise } from "../words.ts";
import { type LeadFilterName, withLeadFilter } from "./lead-filter.ts";
import { callTexts } from "./lead-filter-texts.ts";
import * as styles from "./lead-filters.module.css";
import { leadSourceText, leadStatusText } from "./lead-words.ts";

const fieldNames = ["status", "source", "owner", "tag", "call", "from", "until"] as const;

type Props = { owners: LeadOwner[]; tags: string[]; onClose(): void };

/** All filters at once; of status and source several may be chosen. */
export function LeadFilterDialog({ owners, tags, onClose }: Props) {
  const search = useSearch();
  const navigate = useNavigate();
  const given = (name: LeadFilterName) => search.get(name) ?? "";
  const [tag, owner] = [given("tag"), given("owner")];
  const isKnownOwner = ["", "me", "nobody", ...owners.map(({ staffId }) => staffId)].includes(owner);
  const show = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const chosen = fieldNames.map((name) => [name, form.getAll(name).join(",")]);
    onClose();
    navigate(`?${withLeadFilter(search, Object.fromEntries(chosen))}`);
  };
  return (
    <Dialog title="Filter the leads" onClose={onClose}>
      <form className={forms.form} onSubmit={show}>
        <Several legend="Status" name="status" options={leadStatuses} texts={leadStatusText} given={given("status")} />
        <Several legend="Source" name="source" options={leadSources} texts={leadSourceText} given={given("source")} />
        <Field kind="select" label="Owner" name="owner" defaultValue={owner}>
          <option value="">Anybody</option>
          <option value="me">Me</option>
          <option value="nobody">Nobody</option>
          {isKnownOwner ? null : <option value={owner}>Somebody who is not in the list</option>}
          {owners.map(({ staffId, name }) => (
            <option key={staffId} value={staffId}>
              {name}
            </option>
          ))}
        </Field>
        <Field kind="select" label="Tag" name="tag" defaultValue={tag}>
          <option value="">Any or none</option>
          {[...new Set([...tags, tag])].filter(Boolean).map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Field>
        <Field kind="select" label="Next call" name="call" defaultValue={given("call")}>
          <option value="">Any or none</option>
          {Object.entries(callTexts).map(([value, text]) => (
            <option key={value} value={value}>
              {capitalise(text)}
            </option>
          ))}
        </Field>
        <div className={styles.dates}>
          <DateField label="Received since" name="from" defaultValue={given("from")} />
          <DateField label="Received until" name="until" defaultValue={given("until")} />
        </div>
        <ButtonRow>
          <Button type="submit">Show these leads</Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}

type SeveralProps<Value extends string> = {
  legend: string;
  name: LeadFilterName;
  options: readonly Value[];
  texts: Record<Value, string>;
  given: string;
};

function Several<Value extends string>({ legend, name, options, texts, given }: SeveralProps<Value>) {
  const chosen = given.split(",");
  return (
    <fieldset className={forms.choices}>
      <legend>{legend}</legend>
      <div className={styles.choices}>
        {options.map((value) => (
          <label key={value} className={forms.choice}>
            <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />
            {texts[value]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
