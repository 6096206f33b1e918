import { hoursAWeek } from "@shoreline/domain/weekly";
import { periodOf } from "@shoreline/domain/weekly-plan";
import { type Candidate, type Offered, readBusy } from "./candidates.ts";
import type { SolverInput } from "./solver-input.ts";

/** A yes or no of the model: this trainer, or this room, for this candidate. */
export type Choice = { name: string; candidate: Candidate } & ({ trainerId: string } | { roomId: string });

type Model = { text: string; choices: Map<string, Choice> };

const weights = { placed: 1000, pattern: 20, trainer: 10, room: 5 };

/** How many choices the model will have. */
export function countChoices(offered: Offered[]): number {
  const sizes = offered.flatMap(({ candidates }) =>
    candidates.map(({ trainers, roomIds }) => trainers.length + roomIds.length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** In the LP format: as many drafts as possible get a place, and then as many wishes as possible are kept. */
export function writeModel(input: SolverInput, offered: Offered[]): Model {
  const choices = new Map<string, Choice>();
  const goal: string[] = [];
  const rows = new Map<string, number>();
  /** Of rows with the same left side the strictest holds. */
  const addRow = (left: string, right: number, sign = "<=") => {
    const key = `${left} ${sign}`;
    rows.set(key, Math.min(right, rows.get(key) ?? Number.POSITIVE_INFINITY));
  };
  const held = new Map<string, Choice[]>();
  offered.forEach(({ draft, candidates }, d) => {
    const all: string[] = [];
    candidates.forEach((candidate, p) => {
      const byTrainer = candidate.trainers.map(({ id }, t) => {
        const name = `x${d}_${p}_${t}`;
        const wishes = (candidate.isWished ? weights.pattern : 0) + (draft.trainerId === id ? weights.trainer : 0);
        goal.push(`${weights.placed + wishes} ${name}`);
        return { name, candidate, trainerId: id };
      });
      const byRoom = candidate.roomIds.map((id, r) => {
        const name = `y${d}_${p}_${r}`;
        if (draft.roomId === id) goal.push(`${weights.room} ${name}`);
        return { name, candidate, roomId: id };
      });
      for (const choice of byTrainer) hold(held, choice.trainerId, choice);
      for (const choice of byRoom) hold(held, choice.roomId, choice);
      for (const choice of [...byTrainer, ...byRoom]) choices.set(choice.name, choice);
      all.push(...byTrainer.map(({ name }) => name));
      if (draft.wantsRoom)
        addRow([byTrainer.map(({ name }) => name).join(" + "), ...byRoom.map(({ name }) => name)].join(" - "), 0, "=");
    });
    if (all.length > 0) addRow(all.join(" + "), 1);
  });
  for (const together of listTogether(held)) addRow(together.join(" + "), 1);
  for (const { left, right } of listLimits(input, [...choices.values()])) addRow(left, right);
  const text = [
    "Maximize",
    ` goal: ${wrap(goal.join(" + ") || "0 none")}`,
    "Subject To",
    ...[...rows].map(([left, right], at) => ` r${at}: ${wrap(left)} ${right}`),
    "Binary",
    ...choices.keys(),
    "End",
  ].join("\n");
  return { text, choices };
}

/** Half hours of a week. A pattern at 09:15 takes both halves that it touches. */
const halfHour = 30;

function hold(held: Map<string, Choice[]>, id: string, choice: Choice): void {
  for (const slot of choice.candidate.pattern) {
    const { from, to } = periodOf(slot);
    for (let half = Math.floor(from / halfHour); half * halfHour < to; half++) {
      const key = `${id} ${slot.weekday} ${half}`;
      const there = held.get(key);
      if (there) there.push(choice);
      else held.set(key, [choice]);
    }
  }
}

/** Choices of several drafts that would be at the same time with the same trainer, or in the same room. */
function listTogether(held: Map<string, Choice[]>): string[][] {
  const sets: string[][] = [];
  for (const choices of held.values()) {
    const starts = new Set(choices.map(({ candidate }) => candidate.from));
    // Of batches that meet, all run on the first day of the last of them.
    for (const start of starts) {
      const running = choices.filter(({ candidate }) => candidate.from <= start && start <= candidate.until);
      if (new Set(running.map(({ candidate }) => candidate.draft.id)).size > 1)
        sets.push(running.map(({ name }) => name));
    }
  }
  return sets;
}

type Limit = { left: string; right: number };

/** Nobody teaches more hours in any week than agreed. */
function listLimits(input: SolverInput, choices: Choice[]): Limit[] {
  const busy = readBusy(input);
  return input.trainers.flatMap(({ id, hoursAWeek: most }) => {
    if (most === null) return [];
    const own = choices.filter((choice) => "trainerId" in choice && choice.trainerId === id);
    const weeks = new Set(own.flatMap(({ candidate }) => candidate.weeks));
    return [...weeks].flatMap((monday): Limit[] => {
      const running = own.filter(({ candidate }) => candidate.weeks.includes(monday));
      if (running.length < 2) return [];
      const left = running.map(({ name, candidate }) => `${hoursAWeek(candidate.pattern)} ${name}`).join(" + ");
      return [{ left, right: most - busy.hoursOf(id, monday) }];
    });
  });
}

/** Readers of the format take lines of limited length. */
function wrap(terms: string): string {
  return terms.replaceAll(/((?:\S+ ){40})/g, "$1\n  ");
}
