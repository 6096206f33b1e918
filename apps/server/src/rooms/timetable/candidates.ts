import { addDays } from "@shoreline/domain/batch";
import { fitsHours, hoursAWeek, type WeeklySlot } from "@shoreline/domain/weekly";
import { datesOf, listPatterns, overlap, type Period } from "@shoreline/domain/weekly-plan";
import type { SolverDraft, SolverInput, SolverTrainer } from "./solver-input.ts";

/** One way to hold a batch: its weekly pattern, and who and where is free for it. */
export type Candidate = {
  draft: SolverDraft;
  pattern: WeeklySlot[];
  isWished: boolean;
  from: string;
  until: string;
  /** The Mondays of its weeks. */
  weeks: string[];
  trainers: SolverTrainer[];
  roomIds: string[];
};

/** Why a draft has no candidate, in the order in which they were left out. */
type Reasons = { teachers: string[]; fitHours: boolean; fitLimit: boolean; areFree: boolean; hasRoom: boolean };

export type Offered = { draft: SolverDraft; candidates: Candidate[]; reasons: Reasons };

export function offerCandidates(input: SolverInput): Offered[] {
  const busy = readBusy(input);
  const holidays = new Set(input.holidays);
  return input.drafts.map((draft) => offer(draft, input, { busy, holidays }));
}

type Known = { busy: ReturnType<typeof readBusy>; holidays: Set<string> };

function offer(draft: SolverDraft, { trainers, rooms }: SolverInput, { busy, holidays }: Known): Offered {
  const teachers = trainers.filter(({ courseIds }) => courseIds.length === 0 || courseIds.includes(draft.courseId));
  const fitting = rooms.filter(({ seats }) => seats === null || draft.seats === null || seats >= draft.seats);
  const reasons: Reasons = {
    teachers: teachers.map(({ name }) => name),
    ...{ fitHours: false, fitLimit: false, areFree: false, hasRoom: false },
  };
  const candidates = patternsOf(draft).flatMap(({ pattern, isWished }): Candidate[] => {
    const inHours = teachers.filter((trainer) => fitsHours(pattern, trainer.hours));
    if (inHours.length === 0) return [];
    reasons.fitHours = true;
    const dates = datesOf({ pattern, from: draft.from, hours: draft.hours, isSkipped: (day) => holidays.has(day) });
    const until = dates.at(-1)?.day ?? draft.from;
    const weeks = weeksBetween(draft.from, until);
    const inLimit = inHours.filter((trainer) => isInLimit(trainer, { pattern, weeks, busy }));
    if (inLimit.length === 0) return [];
    reasons.fitLimit = true;
    const free = inLimit.filter(({ id }) => busy.isFree(id, dates));
    if (free.length === 0) return [];
    reasons.areFree = true;
    const roomIds = draft.wantsRoom ? fitting.flatMap(({ id }) => (busy.isFree(id, dates) ? [id] : [])) : [];
    if (draft.wantsRoom && roomIds.length === 0) return [];
    reasons.hasRoom = true;
    return [{ draft, pattern, isWished, from: draft.from, until, weeks, trainers: free, roomIds }];
  });
  return { draft, candidates, reasons };
}

function patternsOf(draft: SolverDraft): { pattern: WeeklySlot[]; isWished: boolean }[] {
  const wished = draft.pattern.length > 0 && hoursAWeek(draft.pattern) === draft.classesAWeek ? draft.pattern : null;
  const others = listPatterns(draft).filter((pattern) => !wished || keyOf(pattern) !== keyOf(wished));
  return [
    ...(wished ? [{ pattern: wished, isWished: true }] : []),
    ...others.map((pattern) => ({ pattern, isWished: false })),
  ];
}

const keyOf = (pattern: WeeklySlot[]) =>
  pattern
    .map(({ weekday, from, classes }) => `${weekday} ${from} ${classes}`)
    .sort()
    .join();

type Span = { pattern: WeeklySlot[]; weeks: string[]; busy: Known["busy"] };

function isInLimit({ id, hoursAWeek: most }: SolverTrainer, { pattern, weeks, busy }: Span): boolean {
  return most === null || hoursAWeek(pattern) + busy.mostHours(id, weeks) <= most;
}

/** Who teaches when already, and which room is taken. */
export function readBusy({ busy }: Pick<SolverInput, "busy">) {
  const periods = new Map<string, Period[]>();
  const weeks = new Map<string, number>();
  const known = new Set(busy.flatMap(({ trainerId, roomId }) => [trainerId, roomId]));
  for (const { trainerId, roomId, day, from, to } of busy) {
    for (const id of [trainerId, roomId])
      if (id) {
        const key = `${id} ${day}`;
        periods.set(key, [...(periods.get(key) ?? []), { from, to }]);
      }
    if (trainerId) {
      const key = `${trainerId} ${mondayOf(day)}`;
      weeks.set(key, (weeks.get(key) ?? 0) + (to - from) / 60);
    }
  }
  return {
    isFree: (id: string, dates: { day: string; period: Period }[]) =>
      !known.has(id) ||
      !dates.some(({ day, period }) => periods.get(`${id} ${day}`)?.some((one) => overlap(one, period))),
    hoursOf: (id: string, monday: string) => weeks.get(`${id} ${monday}`) ?? 0,
    mostHours: (id: string, mondays: string[]) =>
      mondays.reduce((most, monday) => Math.max(most, weeks.get(`${id} ${monday}`) ?? 0), 0),
  };
}

function weeksBetween(from: string, until: string): string[] {
  const weeks: string[] = [];
  for (let monday = mondayOf(from); monday <= until; monday = addDays(monday, 7)) weeks.push(monday);
  return weeks;
}

function mondayOf(day: string): string {
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}
