import type { ClassPage } from "@shoreline/contract";
import type { Mark } from "@shoreline/domain/presence";
import { useMemo, useRef, useSyncExternalStore } from "react";
import { newId } from "../../lib/submission.ts";
import { dropMarks, type KeptMark, keepMark, listMarks, marksVersion, onMarksChange } from "./kept-marks.ts";
import { sendSoon } from "./send-marks.ts";

/** The marks that wait on this phone for one person. */
export function useKeptMarks(staffId: string) {
  const version = useSyncExternalStore(onMarksChange, marksVersion, marksVersion);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is another one when something was kept or dropped.
  return useMemo(() => listMarks(staffId), [staffId, version]);
}

/** Marks of one class: kept on the phone first, then sent. */
export function useMarks(staffId: string, page: Pick<ClassPage, "classId" | "now">, receivedAt: number) {
  const all = useKeptMarks(staffId);
  const last = useRef(0);
  /** By the server's clock, and never twice the same: of two marks the later one holds. */
  const nextTime = () => {
    last.current = Math.max(last.current + 1, Date.parse(page.now) + Date.now() - receivedAt);
    return new Date(last.current).toISOString();
  };
  const give = (learnerIds: string[], mark: Mark, reason?: string) => {
    for (const learnerId of learnerIds) {
      const one = { classId: page.classId, markId: newId(), learnerId, mark, at: nextTime() };
      keepMark(staffId, reason ? { ...one, reason } : one);
    }
    sendSoon();
  };
  /** Sends marks again that were refused for want of a reason. */
  const explain = (marks: KeptMark[], reason: string) => {
    for (const { problem, needsReason, ...one } of marks) keepMark(staffId, { ...one, reason });
    sendSoon();
  };
  const drop = (markIds: string[]) => dropMarks(staffId, markIds);
  return { marks: all.filter(({ classId }) => classId === page.classId), give, explain, drop };
}
