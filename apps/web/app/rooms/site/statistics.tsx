import type { Site } from "@shoreline/contract";
import { useEffect, useRef, useState } from "react";

type Item = Site["home"]["statistics"][number];

const number = new Intl.NumberFormat("en-IN");

/** Four numbers that count up once, when they come into view. */
export function Statistics({ items }: { items: Item[] }) {
  return (
    <dl className="grid grid-cols-2 content-start gap-x-8 gap-y-6 py-8 lg:pr-12">
      {items.map((item) => (
        <div key={item.label} className="flex flex-col-reverse justify-end border-t border-deep-rule pt-3">
          <dt className="text-s">{item.label}</dt>
          <dd className="font-display text-2xl leading-none font-extrabold text-on-deep tabular-nums">
            <CountUp {...item} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Without JavaScript, or before it has loaded, the final number is shown. */
function CountUp({ value, suffix }: Item) {
  const place = useRef<HTMLSpanElement>(null);
  const [shown, setShown] = useState(value);
  // A year is a date, not a quantity: it neither grows nor takes a comma.
  const isYear = suffix === "" && value > 1900;

  useEffect(() => {
    if (isYear || !place.current || window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    let frame = 0;
    const observer = new IntersectionObserver(([seen]) => {
      if (!seen?.isIntersecting) return;
      observer.disconnect();
      const startedAt = performance.now();
      const step = (now: number) => {
        const share = Math.min(1, (now - startedAt) / 1200);
        setShown(Math.round(value * (1 - (1 - share) ** 3)));
        if (share < 1) frame = requestAnimationFrame(step);
      };
      frame = requestAnimationFrame(step);
    });
    observer.observe(place.current);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [value, isYear]);

  return (
    <span ref={place}>
      <span aria-hidden="true">{isYear ? shown : number.format(shown)}</span>
      <span className="sr-only">{isYear ? value : number.format(value)}</span>
      <span className="text-sun">{suffix}</span>
    </span>
  );
}
