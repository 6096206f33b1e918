import { expect, test } from "vitest";
import { createWatchLog } from "./watch-log.ts";

test("what plays becomes one part, a jump begins another", () => {
  const log = createWatchLog();
  for (const second of [0, 0.4, 1.1, 2.6, 5.2]) log.playAt(second);
  log.stop();
  for (const second of [100.2, 101, 103.4]) log.playAt(second);
  log.playAt(40);
  log.playAt(41);
  expect(log.take()).toEqual([
    [0, 5],
    [40, 41],
    [100, 103],
  ]);
  expect(log.take()).toEqual([]);
});

test("a part goes on where the last report ended, without a gap", () => {
  const log = createWatchLog();
  log.playAt(0);
  log.playAt(4.6);
  expect(log.take()).toEqual([[0, 5]]);
  log.playAt(8.9);
  expect(log.take()).toEqual([[5, 9]]);
});

test("what was not delivered is sent with the next report", () => {
  const log = createWatchLog();
  log.playAt(0);
  log.playAt(3);
  const parts = log.take();
  log.giveBack(parts);
  log.playAt(6);
  expect(log.take()).toEqual([[0, 6]]);
});
