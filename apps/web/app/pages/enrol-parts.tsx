import type { OfferedBatch } from "@shoreline/contract";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { CouponField } from "../rooms/enrolment/coupon-field.tsx";
import { takeIntent } from "../rooms/enrolment/intent.ts";
import { OwnerNotice } from "../rooms/enrolment/owner-notice.tsx";
import { type BatchChoice, BatchOffer } from "../rooms/schedule/batch-offer.tsx";

type Props = {
  courseId: string;
  batches: OfferedBatch[];
  now: string;
  first: BatchChoice;
  timeZone: string;
  isFree: boolean;
  /** The portal knows what its learner owns. */
  isPublic?: boolean;
  /** A seat in this batch is kept for the reader. */
  keptBatchId?: string | undefined;
  /** Of the portal: what a learner can do about a full batch. */
  whenFull?(batchId: string): ReactNode;
};

// Few batches are full: the others need not carry it.
const WaitLink = lazy(() => import("./wait-link.tsx"));

/** What both enrol forms say about the choice in them. The form keeps the choice, so that it works before this script is there. */
export default function EnrolParts({ first, isFree, isPublic = false, ...about }: Props) {
  const { courseId } = about;
  const whenFull =
    about.whenFull ??
    (() => (
      <Suspense>
        <WaitLink courseId={courseId} />
      </Suspense>
    ));
  const [choice, setChoice] = useState(first);
  const parts = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const form = parts.current?.closest("form");
    if (!form) return;
    const read = () => setChoice(choiceIn(form));
    read();
    form.addEventListener("change", read);
    return () => form.removeEventListener("change", read);
  }, []);

  // Goes on after the sign-in. In the portal nobody has to sign in first.
  useEffect(() => {
    const form = parts.current?.closest("form");
    const intent = form && isPublic ? takeIntent(courseId) : null;
    if (!form || !intent) return;
    fill(form, { ...intent.employer, couponCode: intent.couponCode });
    form.requestSubmit();
  }, [isPublic, courseId]);

  // The kept seat is what the reader came for.
  const kept = about.batches.find(({ _id }) => _id === about.keptBatchId);
  const [keptTime, keptType] = [kept?.batchTime, kept?.batchType];
  useEffect(() => {
    const form = parts.current?.closest("form");
    if (!form || !keptTime || !keptType) return;
    fill(form, { batchTime: keptTime, batchType: keptType });
    setChoice({ batchTime: keptTime, batchType: keptType });
  }, [keptTime, keptType]);

  function choose({ batchTime, batchType }: BatchChoice): void {
    const form = parts.current?.closest("form");
    if (form) fill(form, { batchTime, batchType });
    setChoice({ batchTime, batchType });
  }

  return (
    <div ref={parts} className="grid gap-4">
      {isPublic ? <OwnerNotice courseId={courseId} /> : null}
      <BatchOffer {...about} choice={choice} onChoose={choose} whenFull={whenFull} />
      {isFree ? null : <CouponField courseId={courseId} />}
    </div>
  );
}

function fill(form: HTMLFormElement, values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLElement || field instanceof RadioNodeList) (field as HTMLInputElement).value = value;
  }
}

function choiceIn(form: HTMLFormElement): BatchChoice {
  const fields = new FormData(form);
  const [batchTime, batchType] = [fields.get("batchTime"), fields.get("batchType")];
  return { batchTime: String(batchTime), batchType: batchType === "week-end" ? "week-end" : "week-days" };
}
