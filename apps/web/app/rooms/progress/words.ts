import type { OwnProgress } from "@shoreline/contract";

type Homework = OwnProgress["homework"];

/** 2 to do, 1 overdue, 1 given back; empty: nothing waits for the learner */
export function toDoText({ open, overdue, givenBack }: Homework): string {
  const parts = [
    open > overdue ? `${open - overdue} to do` : "",
    overdue > 0 ? `${overdue} overdue` : "",
    givenBack > 0 ? `${givenBack} given back` : "",
  ];
  return parts.filter(Boolean).join(", ");
}

/** 3 done, 1 with your trainer */
export function doneText({ done, handedIn }: Homework): string {
  const parts = [done > 0 ? `${done} done` : "", handedIn > 0 ? `${handedIn} with your trainer` : ""];
  return parts.filter(Boolean).join(", ");
}

export const allOf = ({ open, handedIn, givenBack, done }: Homework) => open + handedIn + givenBack + done;

/** What the certificate still needs, in a sentence. */
export function certificateText({ certificate: { state, needs } }: Pick<OwnProgress, "certificate">): string {
  const list = needs.join(", ");
  if (state === "issued") return "You have your certificate.";
  if (state === "revoked") return "Your certificate was revoked. Please contact us.";
  if (state === "earned") return "You have earned the certificate. It will be issued soon.";
  if (state === "not planned") return "The classes of your batch are being planned.";
  if (state === "out of reach") return "The certificate is out of reach: too few classes are left.";
  return list
    ? `The certificate is in reach: ${list}.`
    : "The certificate is in reach: you have done enough for it. You get it after the last class.";
}
