import { type MouseEvent, useState } from "react";
import { formatPrice } from "../../lib/format.ts";
import { readToken } from "../../lib/session.ts";
import { Button } from "../../ui/button.tsx";
import { askPrice } from "./ask-price.ts";
import { type Quote, tellCoupon } from "./coupon-news.ts";

type Props = { courseId: string; quote: Quote | undefined };

/** Shows what is to pay with the code that stands in the form. */
export default function CouponCheck({ courseId, quote }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [isKept, setKept] = useState(false);
  async function apply({ currentTarget }: MouseEvent<HTMLButtonElement>): Promise<void> {
    const field = currentTarget.form?.elements.namedItem("couponCode");
    const couponCode = field instanceof HTMLInputElement ? field.value.trim() : "";
    if (isBusy) return;
    if (!couponCode) return tellCoupon({ fault: "Enter a code" });
    if (!readToken()) return setKept(true);
    setBusy(true);
    // A session that has ended leads to the sign-in by itself.
    await askPrice({ courseId, couponCode }).catch(() => setKept(true));
    setBusy(false);
  }
  return (
    <>
      <Button look="line" onClick={apply} isBusy={isBusy}>
        Apply the code
      </Button>
      <div role="status">
        {quote ? (
          <QuoteLines {...quote} />
        ) : isKept ? (
          <p>Choose Enroll Now to sign in. We keep the code for you.</p>
        ) : null}
      </div>
    </>
  );
}

function QuoteLines({ listPrice, price, couponCode }: Quote) {
  const lines = [
    ["List price", formatPrice(listPrice)],
    [couponCode ? `Discount, code ${couponCode}` : "Early-bird discount", `−${formatPrice(listPrice - price)}`],
    ["To pay", formatPrice(price)],
  ];
  return (
    <>
      <dl className="grid gap-1">
        {lines.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 last:font-semibold">
            <dt>{name}</dt>
            <dd className="whitespace-nowrap tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {couponCode ? null : (
        <p className="pt-2 text-s text-ink-2">The early-bird price is the lower one: your code stays unused.</p>
      )}
    </>
  );
}
