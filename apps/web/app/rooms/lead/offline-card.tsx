import type { OfflineCoursePage } from "@shoreline/contract";
import { formatRupees } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Cover } from "../../ui/cover.tsx";
import { NeedsScript } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import * as offer from "../../ui/offer.module.css";
import type { ShownStart } from "./offline-page.ts";

type Props = {
  course: Pick<OfflineCoursePage, "courseImage" | "duration" | "price">;
  starts: ShownStart[];
  phone: string;
  onAsk(): void;
};

/** Fee and next dates, as far as there are any, and how to ask. */
export function OfflineCard({ course: { courseImage, duration, price }, starts, phone, onAsk }: Props) {
  return (
    <aside className={offer.card} aria-label="Dates and fee">
      <Cover picture={courseImage} />
      <div className="grid gap-4 p-6">
        {price === null ? (
          <p className="font-head text-xl font-bold">Fee on request</p>
        ) : (
          <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
            <b className={offer.price}>{price === 0 ? "Free" : formatRupees(price)}</b>
            <span className="text-s text-balance text-ink-2">for all {duration} hours</span>
          </p>
        )}
        {starts.length > 0 ? (
          <Starts starts={starts} />
        ) : (
          <p className="text-ink-2">No date is fixed at the moment. Ask us when the next batch starts.</p>
        )}
        <NeedsScript />
        <Button aria-haspopup="dialog" onClick={onAsk}>
          Ask about this course <Icon name="arrow" />
        </Button>
        <p className="text-center text-s text-ink-2">
          Or call <a href={`tel:${phone.replaceAll(" ", "")}`}>{phone}</a>, or <a href="#visit">come by</a>.
        </p>
      </div>
    </aside>
  );
}

function Starts({ starts }: { starts: ShownStart[] }) {
  return (
    <section aria-labelledby="starts">
      <h2 id="starts" className="mb-3 text-l">
        {starts.length === 1 ? "Next start" : "Next starts"}
      </h2>
      <ul>
        {starts.map(({ day, hours, trainer }) => (
          <li key={`${day} ${hours} ${trainer}`} className="flex gap-3 border-t border-rule py-3">
            <Icon name="calendar" className="mt-1 text-sea" />
            <p className="text-s text-ink-2">
              <b className="block text-m text-ink">{day}</b>
              <span className="block text-balance">{hours}</span>
              {trainer ? <span className="block">with {trainer}</span> : null}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
