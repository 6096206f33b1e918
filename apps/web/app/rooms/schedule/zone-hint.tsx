import { useClassroom } from "../../lib/classroom.ts";
import { browserTimeZone, formatMomentInZone, zoneName } from "../../lib/format.ts";
import { Icon } from "../../ui/icon.tsx";

/** For learners in another time zone: the institute's zone, and the next class in their own. */
export function ZoneHint({ example, now }: { example: string | null; now: Date }) {
  const { institute } = useClassroom();
  const own = { timeZone: browserTimeZone() };
  const moment = example ?? now.toISOString();
  if (formatMomentInZone(moment, own) === formatMomentInZone(moment, institute)) return null;
  return (
    <p className="flex gap-2 text-s text-ink-2">
      <Icon name="clock" />
      <span>
        All times are in the time zone of the institute ({zoneName(moment, institute)}).
        {example ? ` In your time zone the next class starts on ${formatMomentInZone(example, own)}.` : null}
      </span>
    </p>
  );
}
