import type { ProfileErrors, ProfileText } from "@shoreline/domain/account";

/** A field that is being corrected is no longer marked as wrong; the others still are. */
export function stillWrong(faults: ProfileErrors, before: ProfileText, after: ProfileText): ProfileErrors {
  const same = Object.entries(faults).filter(([name]) => {
    const field = name as keyof ProfileText;
    return before[field] === after[field];
  });
  return Object.fromEntries(same);
}
