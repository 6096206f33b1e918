import { type ClassroomPart, classroomParts } from "@shoreline/contract";
import { expect, test } from "vitest";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { giveCourse } from "../../test/paying.ts";

const institute = await testInstitute();
const every = Object.keys(classroomParts) as ClassroomPart[];

test("each part is what its own call answers, and only what was asked for comes", async () => {
  const me = await newLearner(institute);
  await giveCourse(institute, me);
  const alone = {
    profile: await me.account.read({}),
    channels: await me.account.channels({}),
    guardian: await me.account.guardian({}),
    passkeys: await me.account.passkeys({}),
    sessions: await me.account.sessions({}),
    notifications: await me.notification.list({}),
    purchases: await me.enrolment.list({}),
    today: await me.schedule.today({}),
    webinars: await me.webinar.mine({}),
    certificates: await me.certificate.list({}),
    plans: await me.due.mine({}),
  } satisfies Record<ClassroomPart, unknown>;
  expect(await me.classroom.read({ parts: every })).toEqual(alone);
  expect(alone.purchases).toHaveLength(1);
  expect(Object.keys(await me.classroom.read({ parts: ["today", "profile", "today"] })).sort()).toEqual([
    "profile",
    "today",
  ]);
});

test("an unknown part, none, and too many are refused by name", async () => {
  const me = await newLearner(institute);
  const refused = (parts: unknown) =>
    expect(me.classroom.read({ parts } as never)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  await refused(["profile", "secrets"]);
  await refused([]);
  await refused("profile");
  await refused(Array(every.length + 1).fill("profile"));
});
