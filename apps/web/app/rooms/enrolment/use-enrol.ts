import type { CoursePage } from "@shoreline/contract";
import { type BatchType, batchTypes } from "@shoreline/domain/course";
import type { BatchTime } from "@shoreline/domain/site";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { errorText } from "../../lib/problem.ts";
import { focusFirstFault } from "../../ui/field.tsx";
import type { NoticeContent } from "../../ui/message.tsx";
import type { EnrolFaults } from "./employer-fields.tsx";

type Options = { course: CoursePage; batchTimes: string[]; instituteName: string };

/** The enrolment form, from Enroll Now to My Courses. A second click during a purchase does nothing. */
export function useEnrol({ course, batchTimes, instituteName }: Options) {
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const [faults, setFaults] = useState<EnrolFaults>({});
  const [isBusy, setBusy] = useState(false);
  const underWay = useRef<AbortController | null>(null);
  const navigate = useNavigate();
  const batch = useBatchInAddress(batchTimes);
  // Leaving the page closes its payment window.
  useEffect(() => () => underWay.current?.abort(), []);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (underWay.current) return;
    const form = event.currentTarget;
    const values = new FormData(form);
    const text = (name: string) => String(values.get(name) ?? "").trim();
    const chosen = {
      batchTime: text("batchTime") as BatchTime,
      batchType: text("batchType") as BatchType,
      batchId: text("batchId"),
      couponCode: text("couponCode"),
      employer: { company: text("company"), gstin: text("gstin").replace(/\s/g, "").toUpperCase() },
    };
    const control = new AbortController();
    underWay.current = control;
    setBusy(true);
    const showFaults = (found: EnrolFaults) => {
      setFaults(found);
      if (Object.keys(found).length > 0) focusFirstFault(form);
    };
    const done = () => {
      underWay.current = null;
      setBusy(false);
    };
    try {
      // Most readers of a course page do not buy, so the code for buying loads on click.
      const { startEnrolment } = await import("./enrol.ts");
      const { signal } = control;
      const context = { instituteName, navigate, signal, showNotice: setNotice, showFaults, done };
      await startEnrolment({ ...course, ...chosen }, context);
    } catch (error) {
      setNotice({ kind: "wrong", text: errorText(error) });
      done();
    }
  }
  return {
    submit,
    isBusy,
    notice,
    faults,
    dismiss: () => setNotice(null),
    ...batch,
  };
}

/** The batch in the address, or the first one. */
export function useBatchInAddress(batchTimes: string[]): { batchTime: BatchTime; batchType: BatchType } {
  const [query] = useSearchParams();
  return {
    batchTime: batchTimes.find((time) => time === query.get("batchTime")) ?? batchTimes[0] ?? "",
    batchType: batchTypes.find((type) => type === query.get("batchType")) ?? batchTypes[0],
  };
}
