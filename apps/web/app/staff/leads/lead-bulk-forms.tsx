import type { LeadBulkChange } from "@shoreline/contract";
import { type LeadStatus, leadStatuses } from "@shoreline/domain/inbox";
import { useId, useState } from "react";
import { Field } from "../controls.tsx";
import { BulkForm } from "./lead-bulk-form.tsx";
import { useOwners } from "./lead-queries.ts";
import { leadStatusText } from "./lead-words.ts";
import { LostReasonField, readReason } from "./lost-reason-field.tsx";
import { fromFieldValue } from "./next-call.ts";
import { NextCallField } from "./next-call-field.tsx";

/** `text` is how many: 3 leads. */
type Props = { text: string; save(change: LeadBulkChange): Promise<void>; onClose(): void };

export function BulkOwnerForm({ text, ...props }: Props) {
  const owners = useOwners().data?.owners ?? [];
  const [ownerId, setOwnerId] = useState("");
  return (
    <BulkForm title={`Owner of ${text}`} button={`Save for ${text}`} change={{ ownerId: ownerId || null }} {...props}>
      {(fields) => (
        <Field
          kind="select"
          label="Owner"
          value={ownerId}
          error={fields["change.ownerId"]}
          onChange={(event) => setOwnerId(event.target.value)}
        >
          <option value="">Nobody</option>
          {owners.map(({ staffId, name }) => (
            <option key={staffId} value={staffId}>
              {name}
            </option>
          ))}
        </Field>
      )}
    </BulkForm>
  );
}

export function BulkStatusForm({ text, ...props }: Props) {
  const [status, setStatus] = useState<LeadStatus>("contacted");
  const [reason, setReason] = useState(readReason(null));
  const lostReason = status === "lost" ? reason.text.trim() : null;
  return (
    <BulkForm
      title={`Status of ${text}`}
      button={`Save for ${text}`}
      change={{ status, lostReason }}
      missing={lostReason === "" ? "Choose or write a reason." : undefined}
      {...props}
    >
      {(fields, missing) => (
        <>
          <Field
            kind="select"
            label="Status"
            value={status}
            error={fields["change.status"]}
            onChange={(event) => setStatus(event.target.value as LeadStatus)}
          >
            {leadStatuses.map((one) => (
              <option key={one} value={one}>
                {leadStatusText[one]}
              </option>
            ))}
          </Field>
          {status === "lost" ? (
            <LostReasonField value={reason} error={missing ?? fields["change.lostReason"]} onChange={setReason} />
          ) : null}
        </>
      )}
    </BulkForm>
  );
}

export function BulkCallForm({ text, ...props }: Props) {
  const [call, setCall] = useState("");
  return (
    <BulkForm
      title={`Next call with ${text}`}
      button={call ? `Plan the call for ${text}` : `Clear the call of ${text}`}
      change={{ nextCallAt: fromFieldValue(call) }}
      {...props}
    >
      {(fields) => <NextCallField value={call} error={fields["change.nextCallAt"]} onChange={setCall} />}
    </BulkForm>
  );
}

export function BulkTagForm({ text, ...props }: Props) {
  const id = useId();
  const tags = useOwners().data?.tags ?? [];
  const [tag, setTag] = useState("");
  return (
    <BulkForm title={`Tag ${text}`} button={`Add the tag to ${text}`} change={{ addTag: tag }} {...props}>
      {(fields) => (
        <>
          <Field
            label="Tag"
            list={id}
            maxLength={30}
            autoComplete="off"
            value={tag}
            error={fields["change.addTag"]}
            onChange={(event) => setTag(event.target.value)}
          />
          <datalist id={id}>
            {tags.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        </>
      )}
    </BulkForm>
  );
}
