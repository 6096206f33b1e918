import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { Told } from "../../ui/message.tsx";
import type { Wanted } from "./enrol.ts";

/** From the click on Enroll Now to the course among one's own. One at a time: a second click is the same wish. */
export function useEnrol(instituteName: string) {
  const [told, setTold] = useState<Told | null>(null);
  const [isBusy, setBusy] = useState(false);
  const underWay = useRef<AbortController | null>(null);
  const navigate = useNavigate();
  // The payment window goes with the page that opened it.
  useEffect(() => () => underWay.current?.abort(), []);

  async function enrol(wanted: Wanted): Promise<void> {
    if (underWay.current) return;
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
      await startEnrolment(wanted, { instituteName, navigate, signal: control.signal, tell: setTold, done });
    } catch {
      setTold({ kind: "wrong", text: "The server did not answer. Please try again." });
      done();
    }
  }
  return { enrol, isBusy, told, dismiss: () => setTold(null) };
}
