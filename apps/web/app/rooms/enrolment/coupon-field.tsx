import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Field } from "../../ui/field.tsx";
import { row } from "../../ui/fold.module.css";
import { Icon } from "../../ui/icon.tsx";
import { tellCoupon, useCouponNews } from "./coupon-news.ts";

// Few have a code, so what checks one loads when the field is opened.
const CouponCheck = lazy(() => import("./coupon-check.tsx"));

/** The form carries the code, also before any script is there. */
export function CouponField({ courseId }: { courseId: string }) {
  const box = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { quote, fault } = useCouponNews();
  // Somebody may have opened it before this script was there.
  useEffect(() => setOpen(box.current?.open ?? false), []);
  useEffect(() => {
    if (box.current && (quote || fault)) box.current.open = true;
  }, [quote, fault]);
  return (
    <details ref={box} className={row} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        Have a code? <Icon name="down" />
      </summary>
      <div className="grid gap-3 pt-4">
        <Field
          label="Code"
          name="couponCode"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={100}
          error={fault}
          onChange={() => (quote || fault ? tellCoupon({}) : undefined)}
        />
        <Suspense>{isOpen ? <CouponCheck courseId={courseId} quote={quote} /> : null}</Suspense>
      </div>
    </details>
  );
}
