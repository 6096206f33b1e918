import { expect, test } from "vitest";
import { chooseBatch } from "./batch.ts";
import { offerFor } from "./batch-offer.ts";
import { type BatchType, batchTypes } from "./course.ts";
import { batchTimes } from "./site.ts";

const now = new Date("2026-11-16T06:30:00Z");
const wanted = { batchTime: "9-10", batchType: "week-days", now } as const;

type Change = { batchTime?: string; batchType?: BatchType; seats?: number | null; taken?: number };

/** A batch of 80 days that starts so many days from now. */
function batch(days: number, { batchTime = "9-10", batchType = "week-days", seats = null, taken = 0 }: Change = {}) {
  const startsAt = new Date(now.getTime() + days * 86_400_000);
  return { batchTime, batchType, startsAt, endsAt: new Date(startsAt.getTime() + 80 * 86_400_000), seats, taken };
}

const [soon, later] = [batch(7), batch(14)];
const elsewhere = batch(5, { batchTime: "11-12", batchType: "week-end" });
const lastFull = batch(3, { batchTime: "1-2", seats: 4, taken: 4 });

test("the next batch of the chosen time and type opens, whatever else there is", () => {
  expect(offerFor([later, elsewhere, soon, batch(-3)], wanted)).toEqual({ kind: "opens", batch: soon, next: null });
});

test("a batch that began is offered with the next one of another kind that has a seat", () => {
  const running = batch(-3);
  expect(offerFor([running, elsewhere, lastFull], wanted)).toEqual({
    kind: "running",
    batch: running,
    next: elsewhere,
  });
  expect(offerFor([running], wanted)).toEqual({ kind: "running", batch: running, next: null });
});

test("a batch that starts this minute has begun", () => {
  expect(offerFor([batch(0)], wanted).kind).toBe("running");
});

test("a full batch says so, and one with a seat after it is offered instead", () => {
  const full = batch(7, { seats: 2, taken: 2 });
  expect(offerFor([full, elsewhere], wanted)).toEqual({ kind: "full", batch: full, next: elsewhere });
  expect(offerFor([full, later], wanted)).toMatchObject({ kind: "opens", batch: later });
  expect(offerFor([batch(7, { seats: 2, taken: 1 })], wanted).kind).toBe("opens");
});

test("a batch long under way no longer takes learners, and without any there is none", () => {
  const late = batch(-30);
  expect(offerFor([batch(-40), late, elsewhere], wanted)).toEqual({ kind: "late", batch: late, next: elsewhere });
  expect(offerFor([elsewhere], wanted)).toEqual({ kind: "none", batch: null, next: elsewhere });
  expect(offerFor([], wanted)).toEqual({ kind: "none", batch: null, next: null });
});

test("another kind that runs already is never the next one to open", () => {
  expect(offerFor([batch(-3, { batchTime: "1-2" })], wanted)).toMatchObject({ kind: "none", next: null });
});

test("a buyer gets the batch that was promised, and no place where none was promised", () => {
  const days = [-40, -21, -20, -3, 0, 4, 30];
  const seats = [null, 1, 2];
  for (let round = 0; round < 500; round++) {
    const pick = <Item>(items: readonly Item[], n: number) =>
      items[(round * 7 + n * 13 + round * n) % items.length] as Item;
    const batches = Array.from({ length: round % 9 }, (_, n) =>
      batch(pick(days, n), {
        batchTime: pick(batchTimes.slice(0, 2), n + 1),
        batchType: pick(batchTypes, n + 2),
        seats: pick(seats, n),
        taken: (round + n) % 3,
      }),
    );
    const promised = offerFor(batches, wanted);
    const given = chooseBatch(
      batches.filter((one) => one.batchTime === wanted.batchTime && one.batchType === wanted.batchType),
      now,
    );
    expect(["opens", "running"].includes(promised.kind) ? promised.batch : null).toBe(given);
  }
});
