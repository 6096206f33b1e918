import type { BatchForm } from "@shoreline/contract";
import { ApiError } from "@shoreline/contract/client";
import { type ReactNode, useState } from "react";
import { useSettled } from "../use-settled.ts";
import { useBatchPreview } from "./batch-queries.ts";
import { PlanPreview } from "./plan-preview.tsx";
import { PlannedClasses } from "./planned-classes.tsx";
import * as styles from "./series-form.module.css";
import { SeriesForm } from "./series-form.tsx";
import { toPreview, type WrittenBatch } from "./written-batch.ts";

type Planned = {
  facts: BatchForm;
  value: WrittenBatch;
  /** The classes to come of this batch are planned again. */
  batchId?: string | undefined;
};
type Props = Planned & {
  plan: ReturnType<typeof usePlan>;
  fields: Record<string, string>;
  onChange(written: WrittenBatch): void;
  /** Above the form. */
  children?: ReactNode;
};

/** The form, and beside it what comes of it. */
export function SeriesPage({ facts, value, plan, fields, batchId, onChange, children }: Props) {
  const { preview, error, isOld } = plan;
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        {children}
        <SeriesForm
          facts={facts}
          value={value}
          fields={{ ...fields, ...plan.fields }}
          onChange={onChange}
          isOfCourse={Boolean(batchId)}
        />
        {preview ? (
          <div className={styles.outcome} inert={isOld}>
            <PlannedClasses preview={preview} />
          </div>
        ) : null}
      </div>
      <aside className={styles.aside} aria-label="Plan summary">
        <PlanPreview
          preview={preview}
          error={error}
          isOld={isOld}
          onPattern={(pattern) => onChange({ ...value, pattern })}
        />
      </aside>
    </div>
  );
}

type Wanted = Planned & { isWanted?: boolean };

/** Once nobody has typed for a moment. What cannot be planned leaves the last plan on the page, marked as old. */
export function usePlan({ facts, value, batchId, isWanted = true }: Wanted) {
  const asked = isWanted ? toPreview(value, facts.batchTimes, batchId) : null;
  const settled = useSettled(asked ? JSON.stringify(asked) : "");
  const { data, error } = useBatchPreview(settled ? JSON.parse(settled) : null);
  const [last, setLast] = useState(data);
  if (settled && data && data !== last) setLast(data);
  const fault = settled ? error : null;
  return {
    preview: settled && !fault ? data : last,
    error: fault,
    isOld: last !== undefined && (!settled || fault !== null),
    fields: fault instanceof ApiError ? fault.fields : {},
  };
}
