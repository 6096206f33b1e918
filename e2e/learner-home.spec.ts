import type { Page } from "@playwright/test";
import { giveClasses, learnerWithClasses, room } from "./classes.ts";
import { query } from "./database.ts";
import { askForCode, newLearner, newNumber, profile, readCode, signIn, typeCode } from "./learner.ts";
import { expect, test } from "./test.ts";

test("Enter submits a complete code; wrong, locked and expired codes say what is wrong and offer a new one", async ({
  page,
  complaints,
}) => {
  const mobileNumber = newNumber();
  await page.goto("/login");
  await askForCode(page, mobileNumber);
  const code = await readCode(page.request, mobileNumber);
  const wrong = code === "111111" ? "222222" : "111111";
  const told = page.getByRole("alert");
  for (const tries of ["4 tries", "3 tries", "2 tries", "one try"]) {
    await typeCode(page, wrong);
    await page.keyboard.press("Enter");
    await expect(told).toContainText(`This code is wrong. You have ${tries} left.`);
    await expect(page.getByRole("button", { name: /^Send a new code in \d:\d\d$/ })).toBeDisabled();
  }
  await typeCode(page, wrong);
  await page.keyboard.press("Enter");
  await expect(told).toContainText("too many times");

  const number = `+91${mobileNumber}`;
  await query("update one_time_code set sent_at = sent_at - interval '6 minutes' where number = $1", [number]);
  await typeCode(page, code);
  await page.keyboard.press("Enter");
  await expect(told).toContainText("has expired");
  await expect(page.getByRole("button", { name: /^Send a new code/ })).toBeVisible();

  await page.request.post("/api/user/otp", { data: { mobileNumber } });
  await typeCode(page, await readCode(page.request, mobileNumber));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/register/${mobileNumber}`);
  await expect(page.getByRole("radio", { name: "Student" })).toBeChecked();
  for (const name of ["Male", "Female"]) await expect(page.getByRole("radio", { name, exact: true })).not.toBeChecked();
  await page.getByLabel("First name").fill(profile.firstName);
  await page.getByLabel("Last name").fill(profile.lastName);
  await page.getByLabel("E-mail").fill(`home-${mobileNumber}@example.com`);
  await page.getByLabel("Date of birth").fill(profile.dateOfBirth);
  await page.getByLabel("School or college").fill(profile.instOrOrg);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("heading", { name: "Welcome aboard, Kavya." })).toBeVisible();
  complaints.length = 0;
});

test("a HEIC picture that the browser cannot read is refused before the upload, without Try again", async ({
  page,
}) => {
  await signIn(page, (await newLearner(page.request)).token);
  await page.goto("/dashboard/editprofile");
  const sent: string[] = [];
  page.on("request", (one) => {
    if (new URL(one.url()).pathname.startsWith("/files")) sent.push(one.method());
  });
  const picture = page.getByLabel("Choose a picture");
  await picture.setInputFiles("e2e/photo.heic");
  await expect(page.getByText("This phone’s picture format (HEIC) cannot be read here.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
  await picture.setInputFiles({ name: "cv.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") });
  await expect(page.getByText("This is not a picture we can show.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
  expect(sent).toEqual([]);
});

test.describe("from abroad", () => {
  test.use({ timezoneId: "Europe/Berlin" });

  test("My Courses begins with the class that runs, in both time zones, and shows how far each course is", async ({
    page,
    context,
  }) => {
    await context.route(`${room}**`, (route) =>
      route.fulfill({ contentType: "text/html", body: "<title>The class</title>" }),
    );
    const { mobileNumber } = await learnerWithClasses(page, { Props: 2 * 1440, Hooks: 3 * 1440 });
    await giveClasses({ mobileNumber, courseId: "python", classes: { Lists: -90, Loops: -10, Files: 1440 } });
    await page.goto("/dashboard/mycourses");
    const running = page.getByRole("region", { name: "Loops" });
    await expect(running).toContainText("Your class is in progress: Python");
    await expect(running).toContainText(/IST, \d+:\d\d [AP]M.* your time, 60 Minutes/);
    const python = page.getByRole("listitem").filter({ hasText: "Python Full Package Course" });
    await expect(python).toContainText("1 held, 0 attended, 2 left");
    await expect(python).toContainText("In progress since");
    await expect(python).toContainText("The certificate is out of reach");
    const react = page.getByRole("listitem").filter({ hasText: "React.js Full Package Course" });
    await expect(react).toContainText("0 held, 0 attended, 2 left");
    // Another journey may have given the course a rule with more.
    await expect(react).toContainText("The certificate is in reach: attend 2 more classes");
    await expect(react).toContainText(/Next class: .* IST, .* your time/);

    const [meeting] = await Promise.all([
      context.waitForEvent("page"),
      running.getByRole("button", { name: "Join Loops" }).click(),
    ]);
    await expect(meeting).toHaveTitle("The class");
    await meeting.close();
    await expect(python).toContainText("1 attended");
  });

  test("a class that ended says so and offers its recording; cards show both times", async ({ page }) => {
    const { mobileNumber } = await learnerWithClasses(page, { Components: -36 * 60, State: -90, Effects: -5 });
    await query(
      `update live_class set recording_url = 'https://video.example/' || number from batch_place bp, purchase p, learner l
       where bp.batch_id = live_class.batch_id and p.id = bp.purchase_id and l.id = p.learner_id and l.mobile_number = $1`,
      [mobileNumber],
    );
    await page.goto("/dashboard/schedule/react");
    const card = (topic: string) => page.getByRole("listitem").filter({ hasText: topic });
    await expect(card("State").getByText("Ended", { exact: true })).toBeVisible();
    await expect(card("State").getByText("Completed")).toHaveCount(0);
    await expect(card("State").getByRole("link", { name: "Watch the recording of State" })).toHaveAttribute(
      "href",
      "https://video.example/2",
    );
    await expect(card("Components").getByText("Completed")).toBeVisible();
    await expect(card("Components").getByRole("link", { name: "Watch the recording" })).toBeVisible();
    await expect(card("Effects").getByRole("link", { name: "Watch the recording" })).toHaveCount(0);
    await expect(card("Effects")).toContainText(/IST, \d+:\d\d [AP]M.* your time/);
  });
});

test("every screen of the portal says how to reach the institute, and a question reaches the trainer", async ({
  page,
}) => {
  const { mobileNumber } = await learnerWithClasses(page, { Refs: 60 });
  const email = `asks-${mobileNumber}@example.com`;
  await query("update learner set email = $2 where mobile_number = $1", [mobileNumber, email]);
  for (const screen of ["mycourses", "allcourses", "notification", "editprofile", "certificate", "purchasehistory"]) {
    await page.goto(`/dashboard/${screen}`);
    const foot = page.getByRole("contentinfo");
    await expect(foot.getByRole("link", { name: /^\+91 / })).toHaveAttribute("href", /^tel:\+91/);
    await expect(foot.getByRole("link", { name: "WhatsApp" })).toHaveAttribute("href", /^https:\/\/wa\.me\/91/);
    await expect(foot.getByRole("link", { name: "hello@shoreline.example" })).toBeVisible();
    await expect(foot.getByRole("button", { name: "Ask your trainer" })).toBeVisible();
  }
  await page.getByRole("button", { name: "Ask your trainer" }).click();
  const dialog = page.getByRole("dialog", { name: "Ask your trainer" });
  await dialog.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(dialog.getByText("Say in a line what it is about")).toBeVisible();
  await dialog.getByLabel("Course", { exact: true }).selectOption("React.js");
  await dialog.getByLabel("Your question in a line").fill("When do I need a ref?");
  await dialog.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(dialog.getByText("Your question is on its way.")).toBeVisible();
  const told = await query(
    `select distinct s.name from digest_item d join staff s on s.id = d.staff_id
     join class_question q on d.link = '/staff/questions/' || q.id join learner l on l.id = q.learner_id
     where l.email = $1 and q.title = 'When do I need a ref?'`,
    [email],
  );
  expect(told).toEqual([{ name: "Joel Antony" }]);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toHaveCount(0);
});

test("webinar seats of the same number come with their link; those of the same mail address are mailed", async ({
  page,
  request,
}) => {
  const { token, mobileNumber } = await newLearner(page.request);
  const email = `webinar-${mobileNumber}@example.com`;
  await query("update learner set email = $2 where mobile_number = $1", [mobileNumber, email]);
  const register = (slug: string, who: { email: string; mobileNumber: string }) =>
    query(
      `insert into webinar_seat (join_id, webinar_id, username, email, mobile_number, taken_at, confirmed_at, starts_at, link_sent_at)
       select $2 || 'w' || w.slug, w.id, 'Kavya Raman', $3, $2, now(), now(), w.start_at, now() - interval '1 hour'
       from webinar w where w.slug = $1`,
      [slug, who.mobileNumber, who.email],
    );
  await register("first-api", { email: `other-${email}`, mobileNumber });
  await register("honest-charts", { email, mobileNumber: newNumber() });
  await register("git-without-fear", { email: `other-${email}`, mobileNumber });
  await query("update webinar set recording_url = 'https://video.example/git' where slug = 'git-without-fear'");
  await signIn(page, token);
  await page.goto("/dashboard/mycourses");
  const own = page.getByRole("region", { name: "Your webinars" });
  await expect(own.getByRole("listitem")).toHaveCount(3);
  await expect(own.getByRole("link", { name: /^Your seat/ })).toHaveAttribute(
    "href",
    `/webinar/user/join/${mobileNumber}wfirst-api`,
  );
  await expect(own.getByRole("link", { name: /^Watch the recording/ })).toHaveAttribute(
    "href",
    "https://video.example/git",
  );
  await own.getByRole("button", { name: /^Send me the link/ }).click();
  await expect(own.getByText("The link is on its way")).toBeVisible();
  await expect(async () => {
    const mails = (await (await request.get("/dev/outbox.json")).json()) as { to: string; text: string }[];
    expect(mails.filter(({ to, text }) => to === email && text.includes("whonest-charts"))).toHaveLength(1);
  }).toPass();
});

test("forms know who is signed in, and fill in only what is empty", async ({ page }) => {
  const { mobileNumber, email } = await learnerWithEmail(page);
  await page.goto("/contactus");
  const form = page.getByRole("form", { name: "Contact form" });
  await form.getByLabel("E-mail").fill("work@example.com");
  await expect(form.getByLabel("Full name")).toHaveValue("Kavya Raman");
  await expect(form.getByLabel("Mobile number")).toHaveValue(mobileNumber);
  await expect(form.getByLabel("E-mail")).toHaveValue("work@example.com");
  await expect(form.getByLabel("Your question")).toHaveValue("");

  await page.goto("/webinar/first-api");
  const registration = page.getByRole("form", { name: "Registration" });
  await registration.getByLabel("Name").click();
  await expect(registration.getByLabel("Name")).toHaveValue("Kavya Raman");
  await expect(registration.getByLabel("E-mail")).toHaveValue(email);
  await expect(registration.getByLabel("Mobile number")).toHaveValue(mobileNumber);

  await page.goto("/offlinecourses");
  await page.getByRole("button", { name: "Download Pdf" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Download PDF" });
  await dialog.getByLabel("Name").click();
  await expect(dialog.getByLabel("Name")).toHaveValue("Kavya Raman");
  await expect(dialog.getByLabel("Mobile number")).toHaveValue(mobileNumber);
  await expect(dialog.getByLabel("E-mail")).toHaveValue(email);
});

test("the enquiry popup, the enquiry about a course and the result of a test know who is signed in", async ({
  page,
  context,
}) => {
  const { mobileNumber, email } = await learnerWithEmail(page);
  await context.clearCookies();
  await page.goto("/services");
  const enquiry = page.getByRole("dialog", { name: "Course Enquiry" });
  const isFilled = async () => {
    await expect(enquiry.getByLabel("Name", { exact: true })).toHaveValue("Kavya Raman");
    await expect(enquiry.getByLabel("E-mail")).toHaveValue(email);
    await expect(enquiry.getByLabel("Mobile number")).toHaveValue(mobileNumber);
  };
  await enquiry.getByLabel("Name", { exact: true }).click();
  await isFilled();
  await enquiry.getByLabel("Course", { exact: true }).selectOption("Java");
  await enquiry.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Your enquiry has been sent.")).toBeVisible();

  await page.goto("/offlinecourses/embedded-c");
  await page.getByRole("button", { name: "Ask about this course" }).click();
  await isFilled();

  await page.goto("/mcq/test/python/Functions");
  await page.getByRole("button", { name: "Submit", exact: true }).click();
  const result = page.getByRole("form", { name: "Get your result" });
  await expect(result.getByLabel("Name")).toHaveValue("Kavya Raman");
  await expect(result.getByLabel("E-mail")).toHaveValue(email);
  await result.getByRole("button", { name: "Get Result" }).click();
  await expect(page.getByText(`Your result is on its way to ${email}`)).toBeVisible();
});

/** Signed in, with a mail address that no other learner has. */
async function learnerWithEmail(page: Page) {
  const { token, mobileNumber } = await newLearner(page.request);
  const email = `filled.${mobileNumber}@example.com`;
  await query("update learner set email = $2 where mobile_number = $1", [mobileNumber, email]);
  await signIn(page, token);
  return { mobileNumber, email };
}
