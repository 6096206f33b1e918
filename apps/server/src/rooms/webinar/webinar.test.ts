import { expect, test } from "vitest";
import { webinar } from "../../db/tables/webinar.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";

const institute = await testInstitute();
const hour = 3_600_000;

test("without a webinar ahead there is nothing to announce", async () => {
  await institute.db.insert(webinar).values({ course: "Over", startAt: new Date(testDay.getTime() - hour) });
  expect(await institute.visitor().webinar.notification({})).toBeNull();
});

test("the next one is announced, with the server's own time", async () => {
  const startAt = new Date(testDay.getTime() + 2 * hour);
  await institute.db.insert(webinar).values([
    { course: "Later", startAt: new Date(testDay.getTime() + 9 * hour) },
    { course: "Your first API", startAt },
  ]);
  expect(await institute.visitor().webinar.notification({})).toMatchObject({
    course: "Your first API",
    startAt: startAt.toISOString(),
    now: testDay.toISOString(),
  });
});
