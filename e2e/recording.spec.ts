import type { Page } from "@playwright/test";
import { query } from "./database.ts";
import { signIn } from "./learner.ts";
import { enterAs, openOther } from "./staff.ts";
import { taughtClass } from "./teaching.ts";
import { expect, test } from "./test.ts";
import { expectToLookWell } from "./windows.ts";

/** 40 seconds with five title cards. */
const filmOfDemo = "apps/server/src/rooms/library/recording-demo.webm";
const said = ["Good morning everybody", "A list holds many values", "Quicksort divides the list", "See you tomorrow"];
const vtt = `WEBVTT\n\n${said.map((text, at) => `00:${at}0.500 --> 00:${at}4.000\n${text}\n`).join("\n")}`;
const file = (name: string, text: string) => ({ name, mimeType: "text/vtt", buffer: Buffer.from(text) });
const secondOf = (page: Page) => page.locator("video").evaluate((film: HTMLVideoElement) => film.currentTime);

test("a trainer adds a film with chapters and captions; a learner watches it on a phone at 1.5×, leaves, goes on and searches", async ({
  page,
  browser,
  complaints,
}) => {
  test.setTimeout(300_000);
  const { classId, learners } = await taughtClass(page.request, {
    trainer: "Joel Antony",
    names: ["Asha Menon", "Binu Das"],
  });
  const other = await taughtClass(page.request, { trainer: "Joel Antony", names: ["Chitra Rao"] });
  await enterAs(page, "trainer");
  await page.goto(`/staff/classes/${classId}`);
  const section = page.getByRole("region", { name: "Recordings" });
  await section.getByRole("button", { name: "Add a recording" }).click();
  const form = page.getByRole("dialog", { name: "Add a recording" });
  await form.getByRole("button", { name: "Add the recording" }).click();
  await expect(form).toContainText("Choose a video first.");
  await form.getByLabel("Video").setInputFiles(filmOfDemo);
  await expect(form.getByLabel("Length, such as 1:05:00")).toHaveValue("0:40");
  await expect(form.getByText("Uploaded", { exact: true })).toBeVisible();
  await form.getByRole("textbox", { name: "Name" }).fill("Lists and sorting");
  await form.getByRole("button", { name: "Add a chapter" }).click();
  await form.getByLabel("Start of chapter 2").fill("soon");
  await form.getByLabel("Topic of chapter 2").fill("Sorting");
  await form.getByRole("button", { name: "Add the recording" }).click();
  await expect(form.getByText("Enter a time")).toBeVisible();
  await form.getByLabel("Start of chapter 2").fill("0:20");
  await expectToLookWell(page, "add-recording");
  await form.getByRole("button", { name: "Add the recording" }).click();
  await expect(page.getByText("The recording is added. Learners hear of it with the other news.")).toBeVisible();
  await expect(section).toContainText("0:40");
  await expect(section).toContainText("2 chapters, no captions, watched by 0 learners");
  await section.getByRole("button", { name: "Captions of Lists and sorting" }).click();
  const captions = page.getByRole("dialog", { name: "Captions of Lists and sorting" });
  await captions.getByLabel("File").setInputFiles(file("wrong.vtt", "WEBVTT\n\n00:09.000 --> 00:01.000\nx"));
  await expect(captions.getByText("Uploaded", { exact: true })).toBeVisible();
  await captions.getByRole("button", { name: "Add the captions" }).click();
  await expect(captions).toContainText("Line 3: The end is not after the start");
  await captions.getByRole("button", { name: "Remove wrong.vtt" }).click();
  await captions.getByLabel("File").setInputFiles(file("right.vtt", vtt));
  await expect(captions.getByText("Uploaded", { exact: true })).toBeVisible();
  await captions.getByRole("button", { name: "Add the captions" }).click();
  await expect(captions).toContainText("English, 4 lines");
  await expectToLookWell(page, "captions");
  await captions.getByRole("button", { name: "Close" }).first().click();
  await section.getByRole("button", { name: "Play Lists and sorting" }).click();
  await expect.poll(() => page.locator("video").evaluate((film: HTMLVideoElement) => film.duration)).toBe(40);
  await expectToLookWell(page, "class-recording");

  const phone = await openOther(browser);
  const me = phone.page;
  await me.setViewportSize({ width: 360, height: 800 });
  await signIn(me, learners[0]?.token ?? "");
  await me.goto("/dashboard/schedule/react");
  await me.getByRole("link", { name: "Watch the recording of Topic 2" }).click();
  await expect(me.getByRole("heading", { name: "Lists and sorting" })).toBeVisible();
  const film = me.locator("video");
  await expect.poll(() => film.evaluate((one: HTMLVideoElement) => one.readyState)).toBeGreaterThan(0);
  expect(await film.evaluate((one: HTMLVideoElement) => [one.paused, one.autoplay])).toEqual([true, false]);
  await me.getByText("1.5×").click();
  await me.getByLabel("Captions").check();
  expect(await film.evaluate((one: HTMLVideoElement) => [...one.textTracks].map(({ mode }) => mode))).toEqual([
    "showing",
  ]);
  await film.focus();
  await me.keyboard.press("k");
  await expect.poll(() => secondOf(me)).toBeGreaterThan(3);
  expect(await film.evaluate((one: HTMLVideoElement) => one.playbackRate)).toBe(1.5);
  await me.getByRole("button", { name: "0:20 Sorting" }).click();
  await expect.poll(() => secondOf(me)).toBeGreaterThan(21);
  await expect(me.getByRole("button", { name: "Quicksort divides the list" })).toHaveAttribute("aria-current", "true");
  await film.evaluate((one: HTMLVideoElement) => one.pause());
  const left = Math.round(await secondOf(me));
  await expect
    .poll(async () =>
      Number(
        (
          await query("select position from watch join recording r on r.id = recording_id where r.class_id = $1", [
            classId,
          ])
        )[0]?.position,
      ),
    )
    .toBe(left);
  await expectToLookWell(me, "watch");
  await me.goto("/dashboard/schedule/react");

  const desk = await openOther(browser);
  await desk.page.setViewportSize({ width: 1280, height: 900 });
  await signIn(desk.page, learners[0]?.token ?? "");
  await desk.page.goto("/dashboard/learn/react?part=recordings");
  await desk.page.getByRole("link", { name: "Lists and sorting" }).click();
  await expect.poll(() => secondOf(desk.page)).toBe(left);
  const [beside, player] = await Promise.all(
    [desk.page.getByRole("region", { name: "Transcript" }), desk.page.locator("video")].map((one) => one.boundingBox()),
  );
  expect(beside?.x ?? 0).toBeGreaterThan((player?.x ?? 0) + (player?.width ?? 0));
  await desk.page.getByLabel("Search in this transcript").fill("values");
  await expect(desk.page.getByRole("region", { name: "Transcript" })).toContainText("1 line");

  await me.goto("/dashboard/learn/react?part=recordings");
  await expect(me.getByRole("list", { name: "Recordings" })).toContainText("Class 2: Topic 2, 40 s");
  await me.getByLabel("Search in what was said").fill("quicksort lists");
  await me.getByRole("button", { name: "Search" }).click();
  await expect(me.getByText("1 place", { exact: true })).toBeVisible();
  await expectToLookWell(me, "recordings");
  await desk.page.goto("/dashboard/learn/react?part=recordings");
  const button = await desk.page.getByRole("button", { name: "Search" }).boundingBox();
  expect(button?.width).toBeLessThan(200);
  await me.getByRole("link", { name: "Quicksort divides the list" }).click();
  await expect.poll(() => secondOf(me)).toBe(20);
  expect(await me.locator("video").evaluate((one: HTMLVideoElement) => one.playbackRate)).toBe(1.5);
  // Who touches a line of the transcript sees the video that moves.
  await me.setViewportSize({ width: 360, height: 800 });
  await me.getByRole("button", { name: "Quicksort divides the list" }).click();
  await expect.poll(() => secondOf(me)).toBeGreaterThan(20);
  await expect(film).toBeInViewport({ ratio: 1 });
  if (process.env.SHOTS) await me.screenshot({ path: `${process.env.SHOTS}/line-360.png` });

  const [{ id: recordingId } = {}] = await query("select id from recording where class_id = $1", [classId]);
  const stranger = await openOther(browser);
  await signIn(stranger.page, other.learners[0]?.token ?? "");
  await stranger.page.goto(`/dashboard/learn/react/recording/${recordingId}`);
  await expect(stranger.page.getByText("This recording was not found.")).toBeVisible();
  await query(
    "update purchase set state = 'suspended' from learner l where l.id = learner_id and l.mobile_number = $1",
    [learners[0]?.mobileNumber],
  );
  await me.reload();
  await expect(me.getByText("This recording cannot be opened")).toBeVisible();
  const isRefusal = (text: string) => /status of 4(00|03|04|09)/.test(text);
  for (const one of [phone, desk, stranger]) {
    expect(one.complaints.filter((text) => !isRefusal(text))).toEqual([]);
    await one.close();
  }
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !isRefusal(text)));
});

test("a link that ends in the middle is replaced, and the film goes on at the same place", async ({
  page,
  browser,
}) => {
  const { classId, learners } = await taughtClass(page.request, { trainer: "Joel Antony", names: ["Asha Menon"] });
  await enterAs(page, "trainer");
  await page.goto(`/staff/classes/${classId}`);
  const section = page.getByRole("region", { name: "Recordings" });
  await section.getByRole("button", { name: "Add a recording" }).click();
  const form = page.getByRole("dialog", { name: "Add a recording" });
  await form.getByLabel("Video").setInputFiles(filmOfDemo);
  await expect(form.getByText("Uploaded", { exact: true })).toBeVisible();
  await form.getByRole("button", { name: "Add the recording" }).click();
  await expect(page.getByText("The recording is added. Learners hear of it with the other news.")).toBeVisible();
  const [{ id: recordingId } = {}] = await query("select id from recording where class_id = $1", [classId]);

  const { page: me, close } = await openOther(browser);
  await signIn(me, learners[0]?.token ?? "");
  let isFirst = true;
  // The first link is an old one; the page asks for another.
  await me.route("**/api/lesson/recordings/react/*", async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const link = isFirst ? body.link.replace("/recording-demo.webm", "/ended.webm") : body.link;
    isFirst = false;
    await route.fulfill({ response: answer, json: { ...body, link, position: 12 } });
  });
  await me.route("**/lessons/*/ended.webm", (route) => route.fulfill({ status: 410, body: "" }));
  await me.goto(`/dashboard/learn/react/recording/${recordingId}`);
  await expect.poll(() => me.locator("video").evaluate((one: HTMLVideoElement) => one.duration)).toBe(40);
  expect(await secondOf(me)).toBe(12);
  await close();
});

test("an owner lets watched recordings count as attended, and the roll-call says so", async ({ page }) => {
  const { classId, learners } = await taughtClass(page.request, { trainer: "Joel Antony", names: ["Asha Menon"] });
  await enterAs(page, "owner");
  await page.goto("/staff/class-settings/recordings");
  await page.getByLabel("A recording is watched when so many percent of it were played").fill("75");
  const counts = page.getByLabel("Who has missed a class and watched its recording has attended it");
  await counts.check();
  await expectToLookWell(page, "recording-rules");
  await page.getByRole("button", { name: "Save the rules" }).click();
  await expect(page.getByText("The rules are saved.")).toBeVisible();
  const [{ id: recordingId } = {}] = await query(
    `with file as (
       insert into lesson_file (course_id, name, type, bytes, state, created_at)
       select b.course_id, 'film.mp4', 'video/mp4', 1, 'ready', now() from live_class c join batch b on b.id = c.batch_id where c.id = $1
       returning id, course_id
     ), film as (
       insert into recording (course_id, batch_id, class_id, file_id, name, seconds, added_at)
       select file.course_id, c.batch_id, c.id, file.id, 'Loops', 40, now() from file, live_class c where c.id = $1 returning id
     ), opened as (
       insert into watch (learner_id, recording_id, position, opened_at, reported_at)
       select l.id, film.id, 0, now() - interval '1 minute', now() - interval '1 minute' from film, learner l where l.mobile_number = $2
     )
     select id from film`,
    [classId, learners[0]?.mobileNumber],
  );
  const answer = await page.request.post(`/api/lesson/recordings/react/${recordingId}/watch`, {
    data: { position: 30, parts: [[0, 30]] },
    headers: { authorization: `Bearer ${learners[0]?.token}` },
  });
  expect(await answer.json()).toEqual({ percent: 75, isWatched: true, isAttended: true });
  await page.goto(`/staff/classes/${classId}`);
  const row = page.getByRole("listitem").filter({ hasText: "Asha Menon" }).first();
  await expect(row).toContainText("watched the recording");
  await expect(row.getByRole("radio", { name: "Present" })).toBeChecked();
  await page.goto("/staff/class-settings/recordings");
  await counts.uncheck();
  await page.getByLabel("A recording is watched when so many percent of it were played").fill("80");
  await page.getByRole("button", { name: "Save the rules" }).click();
  await expect(page.getByText("The rules are saved.")).toBeVisible();
});
