import type { BatchForm } from "@shoreline/contract";
import type { ReactNode } from "react";
import { useSettled } from "../use-settled.ts";
import { useBatchPreview } from "./batch-queries.ts";
import { PlanPreview } from "./plan-preview.tsx";
import { PlannedClasses } from "./planned-classes.tsx";
import * as styles from "./series-form.module.css";
import { SeriesForm } from "./series-form.tsx";
import { toPreview, type WrittenBatch } from "./written-batch.ts";

type Props = {
  facts: BatchForm;
  value: WrittenBatch;
  fields: Record<string, string>;
  /** The classes to come of this batch are planned again. */
  batchId?: string | undefined;
  onChange(written: WrittenBatch): void;
  /** Above the form. */
  children?: ReactNode;
};

/** The form, and beside it what comes of it. */
export function SeriesPage({ facts, value, fields, batchId, onChange, children }: Props) {
  const { preview, error } = usePlan({ facts, value, batchId });
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        {children}
        <SeriesForm facts={facts} value={value} fields={fields} onChange={onChange} isOfCourse={Boolean(batchId)} />
        {preview ? <PlannedClasses preview={preview} /> : null}
      </div>
      <aside className={styles.aside} aria-label="What comes of it">
        <PlanPreview preview={preview} error={error} onPattern={(pattern) => onChange({ ...value, pattern })} />
      </aside>
    </div>
  );
}

/** Once nobody has typed for a moment. */
function usePlan({ facts, value, batchId }: Pick<Props, "facts" | "value" | "batchId">) {
  const asked = toPreview(value, facts.batchTimes, batchId);
  const settled = useSettled(asked ? JSON.stringify(asked) : "");
  const { data, error } = useBatchPreview(settled ? JSON.parse(settled) : null);
  return { preview: settled ? data : undefined, error: settled ? error : null };
}
