import { expect, test } from "vitest";
import { listenForContent } from "../../http/content-listener.ts";
import { enqueue } from "../../jobs/queue.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newWebinar } from "../../test/webinars.ts";
import { purgePagesAtStart } from "./begun.ts";

const institute = await testInstitute();
const visitor = institute.visitor();

test("when a webinar begins, the pages of all processes are purged, so that they announce the next one", async () => {
  const { cache, db, connection, deps, runJobs, setNow } = institute;
  const { startAt } = await newWebinar(institute, { hoursAhead: 5 });
  const listener = listenForContent({ connection, cache, log: deps.log });
  await listener.ready;
  const runAt = async (now: number) => {
    await visitor.site.read({});
    setNow(new Date(now));
    await enqueue(db, purgePagesAtStart, {});
    await runJobs();
  };
  await runAt(startAt.getTime() - 1000);
  expect(cache.find("/api/site")).toBeDefined();
  await runAt(startAt.getTime());
  await expect.poll(() => cache.find("/api/site")).toBeUndefined();
  await listener.stop();
  setNow(testDay);
});
