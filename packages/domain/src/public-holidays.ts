/**
 * Public holidays of India that institutes may take over. 2026 agrees with the central government's list of gazetted holidays. Of 2027
 * the days that hang on the moon are reckoned: compare them with the list of the Department of Personnel once it is out. They may
 * move by a day. Of 2028 only the days that never move are here.
 */
export type PublicHoliday = { day: string; name: string; mayMove: boolean };

const fixedDays = [
  ["01-26", "Republic Day"],
  ["08-15", "Independence Day"],
  ["10-02", "Gandhi Jayanti"],
  ["12-25", "Christmas"],
] as const;

const goodFridays = ["2026-04-03", "2027-03-26", "2028-04-14"];

const byTheMoon: [day: string, name: string][] = [
  ["2026-03-04", "Holi"],
  ["2026-03-21", "Id-ul-Fitr"],
  ["2026-03-26", "Ram Navami"],
  ["2026-03-31", "Mahavir Jayanti"],
  ["2026-05-01", "Buddha Purnima"],
  ["2026-05-27", "Id-ul-Zuha (Bakrid)"],
  ["2026-06-26", "Muharram"],
  ["2026-08-26", "Milad-un-Nabi"],
  ["2026-09-04", "Janmashtami"],
  ["2026-10-20", "Dussehra"],
  ["2026-11-08", "Diwali"],
  ["2026-11-24", "Guru Nanak Jayanti"],
  ["2027-03-10", "Id-ul-Fitr"],
  ["2027-03-22", "Holi"],
  ["2027-04-15", "Ram Navami"],
  ["2027-04-19", "Mahavir Jayanti"],
  ["2027-05-17", "Id-ul-Zuha (Bakrid)"],
  ["2027-05-20", "Buddha Purnima"],
  ["2027-06-16", "Muharram"],
  ["2027-08-15", "Milad-un-Nabi"],
  ["2027-08-25", "Janmashtami"],
  ["2027-10-09", "Dussehra"],
  ["2027-10-29", "Diwali"],
  ["2027-11-14", "Guru Nanak Jayanti"],
];

export const fixedHolidays: PublicHoliday[] = [
  ...[2026, 2027, 2028].flatMap((year) =>
    fixedDays.map(([day, name]) => ({ day: `${year}-${day}`, name, mayMove: false })),
  ),
  ...goodFridays.map((day) => ({ day, name: "Good Friday", mayMove: false })),
].sort(byDay);

/** Each day once: two holidays on one day are one with both names. */
export const publicHolidays: PublicHoliday[] = joinDays([
  ...fixedHolidays,
  ...byTheMoon.map(([day, name]) => ({ day, name, mayMove: true })),
]).sort(byDay);

function joinDays(holidays: PublicHoliday[]): PublicHoliday[] {
  return Object.entries(Object.groupBy(holidays, ({ day }) => day)).map(([day, found = []]) => ({
    day,
    name: found.map(({ name }) => name).join(" and "),
    mayMove: found.some(({ mayMove }) => mayMove),
  }));
}

function byDay(one: PublicHoliday, other: PublicHoliday): number {
  return one.day.localeCompare(other.day);
}
