import type { ClassroomPart, ClassroomReplies } from "@shoreline/contract";
import type { Handlers } from "../../context.ts";
import { accountHandlers } from "../account/handlers.ts";
import { certificateHandlers } from "../certificate/handlers.ts";
import { dueHandlers } from "../due/handlers.ts";
import { enrolmentHandlers } from "../enrolment/handlers.ts";
import { notificationHandlers } from "../notification/handlers.ts";
import { scheduleHandlers } from "../schedule/handlers.ts";
import { webinarHandlers } from "../webinar/handlers.ts";

type Ctx = Parameters<Handlers<"classroom">["read"]>[0];

const readers: {
  [Name in ClassroomPart]: (ctx: Ctx, input: Record<string, never>) => Promise<ClassroomReplies[Name]>;
} = {
  profile: accountHandlers.read,
  channels: accountHandlers.channels,
  guardian: accountHandlers.guardian,
  passkeys: accountHandlers.passkeys,
  sessions: accountHandlers.sessions,
  notifications: notificationHandlers.list,
  purchases: enrolmentHandlers.list,
  today: scheduleHandlers.today,
  webinars: webinarHandlers.mine,
  certificates: certificateHandlers.list,
  plans: dueHandlers.mine,
};

export const classroomHandlers: Handlers<"classroom"> = {
  async read(ctx, { parts }) {
    const read = async (name: ClassroomPart) => [name, await readers[name](ctx, {})];
    return Object.fromEntries(await Promise.all([...new Set(parts)].map(read)));
  },
};
