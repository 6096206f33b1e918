import type { CouponUse, StaffCoupon } from "@shoreline/contract";
import { useEffect, useRef, useState } from "react";
import { Button, ButtonRow, IconButton } from "../controls.tsx";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { panel } from "../split.module.css";
import * as table from "../table.module.css";
import { formatWhen } from "../when.ts";
import { numberText } from "../words.ts";
import * as styles from "./coupon-panel.module.css";
import { useCouponUses } from "./offer-queries.ts";
import { discountText, formatPaise, periodText, usesText } from "./offer-words.ts";

type Props = { coupon: StaffCoupon; onClose(): void };

/** Beside the lists; on a phone a page of its own. The focus goes to it, and back to the row. */
export function CouponPanel({ coupon, onClose }: Props) {
  const { couponId, code } = coupon;
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    if (innerWidth < 720) scrollTo({ top: 0 });
    return () => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(couponId)}"]`)?.focus();
  }, [couponId]);
  return (
    <aside ref={box} tabIndex={-1} className={panel} aria-label="Coupon">
      <div className={styles.head}>
        <h2>{code}</h2>
        <IconButton icon="x" label="Close" onClick={onClose} />
      </div>
      <div className={styles.part}>
        <dl className={styles.facts}>
          {factsOf(coupon).map(([name, value]) => (
            <Fact key={name} name={name} value={value} />
          ))}
        </dl>
      </div>
      <UseList couponId={couponId} />
    </aside>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

function factsOf(coupon: StaffCoupon): [string, string][] {
  const { discount, courses, usesPerPerson, isStackable, referrer, note, held } = coupon;
  const names = courses.map(({ name }) => name).join(", ");
  const facts: [string, string][] = [
    ["Discount", discountText(discount)],
    ["Courses", names || "All courses"],
    ["Period", periodText(coupon)],
    ["Used", `${usesText(coupon)}${held > 0 ? `, ${held} being paid now` : ""}`],
    ["Per person", usesPerPerson === null ? "No limit" : String(usesPerPerson)],
    ["On an early-bird price", isStackable ? "Counts too" : "The lower one"],
    ["Referral code of", referrer ? `${referrer.name}, ${numberText(referrer.number)}` : ""],
    ["Note", note],
  ];
  return facts.filter(([, value]) => value);
}

function UseList({ couponId }: { couponId: string }) {
  const [after, setAfter] = useState<string | null>(null);
  const { data, error, refetch } = useCouponUses(couponId, after);
  return (
    <section className={styles.part} aria-labelledby="uses">
      <h3 id="uses">Who used it</h3>
      {error ? <LoadProblem what="The list of uses" error={error} onRetry={refetch} /> : null}
      {data ? <Uses uses={data.uses} /> : error ? null : <Loading lines={4} />}
      <ButtonRow>
        {after ? (
          <Button look="line" onClick={() => setAfter(null)}>
            Latest
          </Button>
        ) : null}
        {data?.next ? (
          <Button look="line" onClick={() => setAfter(data.next)}>
            Earlier
          </Button>
        ) : null}
      </ButtonRow>
    </section>
  );
}

function Uses({ uses }: { uses: CouponUse[] }) {
  if (uses.length === 0) return <p>Nobody has used it yet.</p>;
  return (
    <ul>
      {uses.map(({ useId, learner, course, discountInPaise, at, isHeld }) => (
        <li key={useId} className={styles.item}>
          <span className={styles.line}>
            <b>{learner ?? "A deleted account"}</b>
            <span className={table.moment}>{formatWhen(at)}</span>
          </span>
          <span className={styles.line}>
            <span className={table.dim}>{course ?? "A course of the past"}</span>
            <span>{isHeld ? `Paying now, −${formatPaise(discountInPaise)}` : `−${formatPaise(discountInPaise)}`}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
