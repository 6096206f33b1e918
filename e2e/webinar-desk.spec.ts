import type { APIRequestContext, Page } from "@playwright/test";
import { query } from "./database.ts";
import { enterAs, openOther } from "./staff.ts";
import { expect, test } from "./test.ts";

type Outgoing = { to: string; subject: string; text: string };

async function mailsTo(request: APIRequestContext, email: string): Promise<Outgoing[]> {
  const mails = (await (await request.get("/dev/outbox.json")).json()) as Outgoing[];
  return mails.filter(({ to }) => to === email);
}

/** Far ahead, so that the site announces another one. */
async function addWebinar(): Promise<{ slug: string; title: string; meetingUrl: string }> {
  const id = crypto.randomUUID().slice(0, 8);
  const [slug, title, meetingUrl] = [`desk-${id}`, `Desk ${id}`, `https://meet.jit.si/shoreline-${id}`];
  const mentor = { mentorName: "Meera Krishnan", designation: "", mentorImage: "", aboutMentor: "" };
  await query(
    `insert into webinar (slug, title, course, start_at, mentor, meeting_url)
     values ($1, $2, 'Git', now() + interval '60 days', $3, $4)`,
    [slug, title, { ...mentor, mentorEmail: "", mobileNumber: "" }, meetingUrl],
  );
  return { slug, title, meetingUrl };
}

/** Registers, and returns the address of the join page in the mail. */
async function register(request: APIRequestContext, slug: string, username: string) {
  const email = `${username.split(" ")[0]?.toLowerCase()}-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const mobileNumber = `8${String(Math.floor(Math.random() * 1e9)).padStart(9, "0")}`;
  const data = { webinar: slug, username, email, mobileNumber };
  expect((await request.post("/api/webinar/user/add", { data })).ok()).toBe(true);
  let joinPath = "";
  const find = async () => {
    joinPath = /\/webinar\/user\/join\/[\w-]+/.exec((await mailsTo(request, email))[0]?.text ?? "")?.[0] ?? "";
    return joinPath;
  };
  await expect.poll(find).not.toBe("");
  const userId = joinPath.split("/").at(-1) ?? "";
  expect((await request.post(`/api/webinar/user/confirm/${userId}`, { data: {} })).ok()).toBe(true);
  return { email, joinPath };
}

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

test("who opens the meeting has attended; staff mark the others and write to everybody who came", async ({
  page,
  context,
  browser,
  request,
  baseURL: baseUrl = "",
}) => {
  const { slug, title, meetingUrl } = await addWebinar();
  const asha = await register(request, slug, "Asha Raman");
  const binu = await register(request, slug, "Binu Mathew");
  const chitra = await register(request, slug, "Chitra Devi");

  const { page: desk, complaints, close } = await openOther(browser);
  await enterAs(desk, "counsellor", baseUrl);
  await desk.goto(`${baseUrl}/staff/webinars`);
  await desk.getByRole("link", { name: title }).click();
  await expect(row(desk, "Asha Raman")).toContainText("Not known");

  // It ended five minutes ago, and the meeting is still open.
  await query("update webinar set start_at = now() - interval '65 minutes' where slug = $1", [slug]);
  await context.route(`${meetingUrl}**`, (route) => route.fulfill({ contentType: "text/html", body: "Meeting" }));
  const told = page.waitForResponse("**/api/webinar/user/joined/*");
  await page.goto(asha.joinPath);
  await expect(page.frameLocator("iframe").getByText("Meeting")).toBeVisible();
  expect((await told).ok()).toBe(true);

  await desk.reload();
  await expect(row(desk, "Asha Raman")).toContainText("Attended");
  await expect(row(desk, "Binu Mathew")).toContainText("Missed");
  await desk.getByRole("checkbox", { name: "Choose Binu Mathew" }).check();
  await desk.getByRole("button", { name: "Mark as attended" }).click();
  await expect(desk.getByText("1 person marked as attended.")).toBeVisible();
  await desk.getByRole("link", { name: "Attended 2" }).click();
  await expect(row(desk, "Chitra Devi")).toHaveCount(0);
  await expect(row(desk, "Binu Mathew")).toBeVisible();

  await desk.getByRole("button", { name: "Send a mail" }).click();
  const dialog = desk.getByRole("dialog", { name: "Send a mail to registrants" });
  await dialog.getByLabel("Subject").fill("Thank you, {first name}");
  await dialog.getByLabel("Text").fill("The recording about {course} is on our site.");
  await expect(dialog.getByText("2 people will get this mail.")).toBeVisible();
  await dialog.getByRole("button", { name: "Send to 2 people" }).click();
  await expect(desk.getByText("The mail to 2 people is on its way.")).toBeVisible();
  const isThanks = ({ subject }: Outgoing) => subject.startsWith("Thank you");
  for (const [{ email, joinPath }, name] of [
    [asha, "Asha"],
    [binu, "Binu"],
  ] as const) {
    await expect.poll(async () => (await mailsTo(request, email)).filter(isThanks).length).toBe(1);
    const [mail] = (await mailsTo(request, email)).filter(isThanks);
    expect(mail?.subject).toBe(`Thank you, ${name}`);
    expect(mail?.text).toContain("The recording about Git is on our site.");
    expect(mail?.text).toContain(joinPath.replace("/join/", "/unsubscribe/"));
  }
  expect((await mailsTo(request, chitra.email)).filter(isThanks)).toEqual([]);

  await desk.getByRole("link", { name: "Binu Mathew" }).click();
  await expect(desk.getByRole("complementary", { name: "Binu Mathew" })).toContainText("Thank you, Binu");
  expect(complaints).toEqual([]);
  await close();
  await query("delete from webinar_seat where webinar_id = (select id from webinar where slug = $1)", [slug]);
  await query("delete from webinar where slug = $1", [slug]);
});
