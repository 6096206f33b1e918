import type { CoursePage } from "@shoreline/contract";
import { type BatchTime, type BatchType, batchTimes, batchTypes } from "@shoreline/domain/course";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { errorText } from "../../lib/problem.ts";
import type { NoticeContent } from "../../ui/message.tsx";

type Options = { course: CoursePage; instituteName: string };

/** The form that enrols in a course, from Enroll Now to My Courses. One at a time: a second click changes nothing. */
export function useEnrol({ course, instituteName }: Options) {
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const [isBusy, setBusy] = useState(false);
  const underWay = useRef<AbortController | null>(null);
  const navigate = useNavigate();
  const [query] = useSearchParams();
  // The payment window goes with the page that opened it.
  useEffect(() => () => underWay.current?.abort(), []);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (underWay.current) return;
    const form = new FormData(event.currentTarget);
    const batch = { batchTime: form.get("batchTime") as BatchTime, batchType: form.get("batchType") as BatchType };
    const control = new AbortController();
    underWay.current = control;
    setBusy(true);
    const done = () => {
      underWay.current = null;
      setBusy(false);
    };
    try {
      // Most who read about a course do not buy it: what buying takes comes with the click.
      const { startEnrolment } = await import("./enrol.ts");
      const { signal } = control;
      await startEnrolment({ ...course, ...batch }, { instituteName, navigate, signal, showNotice: setNotice, done });
    } catch (error) {
      setNotice({ kind: "wrong", text: errorText(error) });
      done();
    }
  }
  return {
    submit,
    isBusy,
    notice,
    dismiss: () => setNotice(null),
    /** The batch that the address names, else the first. */
    batchTime: batchTimes.find((time) => time === query.get("batchTime")) ?? batchTimes[0],
    batchType: batchTypes.find((type) => type === query.get("batchType")) ?? batchTypes[0],
  };
}
