import { z } from "zod";
import { account } from "./account.ts";
import { certificate } from "./certificate.ts";
import { due } from "./due.ts";
import { endpoint } from "./endpoint.ts";
import { enrolment } from "./enrolment.ts";
import { notification } from "./notification.ts";
import { schedule } from "./schedule.ts";
import { webinar } from "./webinar.ts";

/** The calls that a screen of the portal can make together. They need no input. */
export const classroomParts = {
  profile: account.read,
  channels: account.channels,
  guardian: account.guardian,
  passkeys: account.passkeys,
  sessions: account.sessions,
  notifications: notification.list,
  purchases: enrolment.list,
  today: schedule.today,
  webinars: webinar.mine,
  certificates: certificate.list,
  plans: due.mine,
};
type Parts = typeof classroomParts;
export type ClassroomPart = keyof Parts;
export type ClassroomReplies = { [Name in ClassroomPart]: z.output<Parts[Name]["reply"]> };

const names = Object.keys(classroomParts) as [ClassroomPart, ...ClassroomPart[]];
const replies = Object.fromEntries(names.map((name) => [name, classroomParts[name].reply])) as {
  [Name in ClassroomPart]: Parts[Name]["reply"];
};

export const classroom = {
  read: endpoint({
    summary: "What a screen of the portal needs, in one call",
    input: z.object({ parts: z.array(z.enum(names)).min(1).max(names.length) }),
    reply: z
      .object(replies)
      .partial()
      .describe("The parts that were asked for: each is the reply of the call that it stands for"),
    signedIn: true,
  }),
};
