import { formatMomentInZone, zoneName } from "../../lib/format.ts";
import { useClassroom } from "../../portal/classroom.ts";
import { Icon } from "../../ui/icon.tsx";

/** For whoever reads this elsewhere: whose times these are, and what the next one is where they are. */
export function ZoneHint({ example }: { example: string }) {
  const { institute } = useClassroom();
  const own = { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };
  if (formatMomentInZone(example, own) === formatMomentInZone(example, institute)) return null;
  return (
    <p className="flex gap-2 text-s text-ink-2">
      <Icon name="clock" />
      <span>
        All times are those of the institute ({zoneName(example, institute)}). Where you are, the next class begins on{" "}
        {formatMomentInZone(example, own)}.
      </span>
    </p>
  );
}
