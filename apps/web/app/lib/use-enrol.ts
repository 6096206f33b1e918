import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { Told, Wanted } from "./checkout.ts";

/** From the click on Enroll Now to the course among one's own. One at a time: a second click is the same wish. */
export function useEnrol(instituteName: string) {
  const [told, setTold] = useState<Told | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isUnderWay = useRef(false);
  const navigate = useNavigate();

  async function enrol(wanted: Wanted): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    setTold(null);
    const done = () => {
      isUnderWay.current = false;
      setBusy(false);
    };
    try {
      // Most who read about a course do not buy it: what buying takes comes with the click.
      const { startEnrolment } = await import("./enrol.ts");
      await startEnrolment(wanted, { instituteName, navigate, tell: setTold, done });
    } catch (error) {
      console.error(error);
      setTold({
        kind: "wrong",
        text: error instanceof Error ? error.message : "Something went wrong. Please try again.",
      });
      done();
    }
  }
  return { enrol, isBusy, told, dismiss: () => setTold(null) };
}
