import type { Offers, StaffCoupon } from "@shoreline/contract";
import { useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { focusFirstFault } from "../../ui/field.tsx";
import { couponClient, isRefused } from "../client.ts";
import { ConflictForm } from "../conflict-form.tsx";
import { useTask } from "../use-task.ts";
import { CouponForm } from "./coupon-form.tsx";
import { couponParts, mergeCoupon, newCoupon, toInput, toWritten, type WrittenCoupon } from "./coupon-written.ts";

type Props = {
  /** Without one: a new coupon. */
  coupon?: StaffCoupon;
  onDone(offers: Offers, news: string): void;
  onClose(): void;
};

/** When a colleague was quicker, both versions are shown and one is chosen field by field. */
export function CouponDialog({ coupon: opened, onDone, onClose }: Props) {
  const task = useTask();
  const [coupon, setCoupon] = useState(opened);
  const [written, setWritten] = useState(() => (opened ? toWritten(opened) : newCoupon()));
  const [isConflict, setConflict] = useState(false);

  const save = (given: WrittenCoupon) =>
    task.run(async () => {
      setWritten(given);
      try {
        const old = coupon && { couponId: coupon.couponId, version: coupon.version };
        const offers = await couponClient.save({ ...toInput(given), ...old });
        onDone(offers, opened ? `The coupon ${opened.code} is saved.` : "The coupon is made.");
      } catch (error) {
        if (!isRefused(error, "CHANGED_MEANWHILE")) throw error;
        if (coupon) setCoupon(await couponClient.read({ couponId: coupon.couponId }));
        setConflict(true);
      }
    });
  const theirs = coupon && toWritten(coupon);
  return (
    <Dialog title={opened ? `Change ${opened.code}` : "New coupon"} onClose={onClose}>
      {isConflict && coupon && theirs ? (
        <>
          {coupon.state === "withdrawn" ? <p>A colleague has withdrawn this coupon. It stays withdrawn.</p> : null}
          <ConflictForm
            key={coupon.version}
            fields={couponParts.map(({ label, toText }) => ({
              ...{ label, yours: toText(written), theirs: toText(theirs) },
            }))}
            task={task}
            onSave={(choices) => save(mergeCoupon(written, theirs, choices))}
          />
        </>
      ) : (
        <CouponForm
          value={written}
          coupon={opened}
          task={task}
          onSubmit={async (given, form) => {
            await save(given);
            focusFirstFault(form);
          }}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}
