import type { SolverDraft, SolverInput, SolverTrainer } from "../rooms/timetable/solver-input.ts";

const courses = ["python", "java", "react", "data", "sql", "testing", "cloud", "design"];

/** An institute of some size: trainers with courses, hours and limits, and batches that begin in the same weeks. */
export function solverCase({ trainers = 20, drafts = 40, busy = 6 } = {}): SolverInput {
  return {
    trainers: Array.from({ length: trainers }, (_, at) => newTrainer(at)),
    drafts: Array.from({ length: drafts }, (_, at) => newDraft(at)),
    rooms: ["Room 1", "Room 2", "Room 3", "Room 4"].map((name) => ({ id: name, name, seats: 30 })),
    // Everybody teaches at 10 on weekdays for some weeks already.
    busy: Array.from({ length: trainers }, (_, at) => `trainer ${at}`).flatMap((trainerId) =>
      Array.from({ length: busy * 5 }, (_, day) => ({
        ...{ trainerId, roomId: null, from: 600, to: 660 },
        day: new Date(Date.UTC(2026, 11, 7 + 7 * Math.floor(day / 5) + (day % 5))).toISOString().slice(0, 10),
      })),
    ),
    holidays: ["2026-12-25", "2027-01-14", "2027-01-15", "2027-01-26"],
    secondsLimit: 30,
  };
}

export function newTrainer(at: number, change: Partial<SolverTrainer> = {}): SolverTrainer {
  const days = at % 3 === 2 ? [6, 0] : [1, 2, 3, 4, 5, 6];
  return {
    ...{ id: `trainer ${at}`, name: `Trainer ${at}`, hoursAWeek: 30 },
    hours: days.map((weekday) => ({ weekday, from: 8 * 60, to: 18 * 60 })),
    courseIds: [0, 3, 5].map((step) => courses[(at + step) % courses.length] ?? ""),
    ...change,
  };
}

export function newDraft(at: number, change: Partial<SolverDraft> = {}): SolverDraft {
  const courseId = courses[at % courses.length] ?? "";
  const isWeekend = at % 4 === 3;
  return {
    ...{ id: `draft ${at}`, name: `Batch ${at}`, course: courseId, courseId, hours: 40 + (at % 3) * 20 },
    ...{ from: ["2026-12-07", "2026-12-14", "2027-01-04"][at % 3] ?? "", seats: 20, wantsRoom: at % 5 === 0 },
    ...{ classesAWeek: isWeekend ? 4 : 5, days: isWeekend ? "week-end" : "week-days" },
    pattern: at % 2 ? [] : [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: "09:00", classes: 1 })),
    ...{ trainerId: at % 6 === 0 ? `trainer ${at % 20}` : null, roomId: null },
    ...change,
  };
}
