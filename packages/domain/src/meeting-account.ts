/** Accounts at meeting providers, and which of them holds the meeting of a class. */

export const meetingKinds = ["bigbluebutton", "zoom", "meet"] as const;
export type MeetingKind = (typeof meetingKinds)[number];

/** What each kind needs besides its secret. */
export const meetingFields = {
  bigbluebutton: ["url"],
  zoom: ["accountId", "clientId", "user"],
  meet: ["serviceEmail", "user"],
} as const satisfies Record<MeetingKind, readonly string[]>;
export type MeetingField = (typeof meetingFields)[MeetingKind][number];

export const mostMeetingAccounts = 20;
/** Instead of an address: the meeting server of this machine. */
export const localMeetingServer = "local";

/** Meetings are made so long before the class. */
export const meetingAheadMs = 3 * 86_400_000;

type Period = { startsAt: Date; minutes: number };
type Account = { id: string; atOnce: number };
type Slot = { accountId: string; slot: number };

/** Gives each class a slot of an account in which no other meeting runs at that time. Classes without one are left out. */
export function assignSlots<Class extends Period>(
  classes: readonly Class[],
  { accounts, taken }: { accounts: readonly Account[]; taken: readonly (Slot & Period)[] },
): (Slot & { class: Class })[] {
  const bySlot = new Map<string, Period[]>(Map.groupBy(taken, keyOf));
  const slots = accounts.flatMap(({ id, atOnce }) =>
    Array.from({ length: atOnce }, (_, slot) => ({ accountId: id, slot })),
  );
  return classes.flatMap((one) => {
    const free = slots.find((slot) => !bySlot.get(keyOf(slot))?.some((other) => overlaps(one, other)));
    if (!free) return [];
    bySlot.set(keyOf(free), [...(bySlot.get(keyOf(free)) ?? []), one]);
    return [{ ...free, class: one }];
  });
}

function keyOf({ accountId, slot }: Slot): string {
  return `${accountId} ${slot}`;
}

function overlaps(one: Period, other: Period): boolean {
  return startOf(one) < endOf(other) && startOf(other) < endOf(one);
}

const startOf = ({ startsAt }: Period) => startsAt.getTime();
const endOf = ({ startsAt, minutes }: Period) => startsAt.getTime() + minutes * 60_000;

/** Who comes so much later than the class begins is late. */
const lateAfterMs = 15 * 60_000;

export function markInMeeting({ firstSeenAt, startsAt }: { firstSeenAt: Date; startsAt: Date }): "present" | "late" {
  return firstSeenAt.getTime() - startsAt.getTime() > lateAfterMs ? "late" : "present";
}

/** A provider that refused is asked again after 1, 2, 4 … minutes, and at least every half hour. */
export function nextMeetingTry({ tries, triedAt }: { tries: number; triedAt: Date }): Date {
  return new Date(triedAt.getTime() + Math.min(30, 2 ** Math.max(0, tries - 1)) * 60_000);
}
