import { expect, test } from "./test.ts";

type Outbox = { to: string; subject?: string; text: string }[];

test("a visitor corrects a question on the contact page, sends it, and staff get it by mail", async ({
  page,
  request,
}) => {
  await page.goto("/contactus");
  const form = page.getByRole("form", { name: "Contact form" });
  await form.getByRole("button", { name: "Submit" }).click();
  for (const text of [
    "invalid Enquiry",
    "invalid fullName",
    "invalid mobile number",
    "invalid email",
    "invalid query",
    "wrong answer",
  ]) {
    await expect(form.getByText(text)).toBeVisible();
  }
  await form.getByLabel("Enquiry for").fill("Python course");
  await expect(form.getByText("invalid Enquiry")).toBeHidden();
  await form.getByLabel("Full name").fill("Asha Raman");
  await form.getByLabel("Mobile number").fill("9876543210");
  await form.getByLabel("E-mail").fill("asha.contact@example.com");
  await form.getByLabel("Your question").fill("When does the next batch start?");

  const sum = form.getByLabel(/To show that you are a person/);
  await sum.fill("99");
  await form.getByRole("button", { name: "Submit" }).click();
  await expect(form.getByText("wrong answer")).toBeVisible();
  const [, left, right] =
    /(\d) \+ (\d)/.exec((await form.getByText(/To show that you are a person/).textContent()) ?? "") ?? [];
  await sum.fill(String(Number(left) + Number(right)));
  await form.getByRole("button", { name: "Submit" }).dblclick();
  await expect(page.getByRole("alert").getByText("Your query has been sent")).toBeVisible();
  await expect(form.getByLabel("Full name")).toHaveValue("");

  const mails = async () =>
    ((await (await request.get("/dev/outbox.json")).json()) as Outbox).filter(
      ({ to, text }) => to === "asha.contact@example.com" || text.includes("When does the next batch start?"),
    );
  await expect
    .poll(async () => (await mails()).map(({ to }) => to).sort())
    .toEqual(["asha.contact@example.com", "hello@shoreline.example"]);
});

const ways = ["+91 98765 43210", "0091-98765-43210", "098765 43210", "919876543210", " 98765 43210 "];

test("a number is understood however it is typed, pasted or filled in, in every form", async ({ page, context }) => {
  await context.clearCookies();
  const enquiry = page.getByRole("dialog", { name: "Course Enquiry" }).getByLabel("Mobile number");
  const forms = {
    "/contactus": page.getByRole("form", { name: "Contact form" }).getByLabel("Mobile number"),
    "/webinar/first-api": page.getByRole("form", { name: "Registration" }).getByLabel("Mobile number"),
    "/login": page.getByLabel("Mobile number"),
    "/services": enquiry,
    "/offlinecourses": page.getByRole("dialog", { name: "Download PDF" }).getByLabel("Mobile number"),
  };
  for (const [path, field] of Object.entries(forms)) {
    await page.goto(path);
    if (path === "/offlinecourses") await page.getByRole("button", { name: "Download Pdf" }).first().click();
    for (const way of ways) {
      await field.fill("");
      await field.pressSequentially(way);
      await expect(field, `${way} at ${path}`).toHaveValue("9876543210");
      await field.fill(way);
      await expect(field, `${way} at ${path}`).toHaveValue("9876543210");
    }
  }
});

test("a refused field says what is accepted, and spaces around an answer do not count", async ({ page, context }) => {
  await context.clearCookies();
  await page.goto("/services");
  const popup = page.getByRole("dialog", { name: "Course Enquiry" });
  await popup.getByLabel("Mobile number").fill("98765");
  await popup.getByRole("button", { name: "Submit" }).click();
  for (const text of ["Letters only, at least three in each word", "Ten digits", /small letters after it/])
    await expect(popup.getByText(text)).toBeVisible();
  await popup.getByLabel("Name").fill("Kavi ");
  await popup.getByLabel("E-mail").fill("kavi@example.co.in ");
  await popup.getByLabel("Mobile number").fill("98765 43210 ");
  await popup.getByLabel("Course").selectOption("Python");
  await popup.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Your enquiry has been sent.")).toBeVisible();
});

test("a visitor subscribes in the footer and unsubscribes with the link in the mail", async ({ page, request }) => {
  await page.goto("/services");
  const box = page.getByRole("textbox", { name: "E-mail address" });
  await box.fill("not an address");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(box).toHaveAttribute("aria-invalid", "true");
  await box.fill("ravi.footer@example.com");
  await expect(box).toHaveAttribute("aria-invalid", "false");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByText("We have sent you an e-mail")).toBeVisible();
  await expect(box).toHaveValue("");

  let link = "";
  await expect
    .poll(async () => {
      const outbox = (await (await request.get("/dev/outbox.json")).json()) as Outbox;
      link =
        /http\S+\/unsubscribe\/\S+/.exec(outbox.find(({ to }) => to === "ravi.footer@example.com")?.text ?? "")?.[0] ??
        "";
      return link;
    })
    .not.toBe("");
  await page.goto(link);
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByRole("alert").getByText("You have been unsubscribed")).toBeVisible();
});

test("the career page says Invalid Email, then subscribes", async ({ page }) => {
  await page.goto("/career");
  const form = page.getByRole("form", { name: "Subscribe" });
  await form.getByRole("button", { name: "Subscribe" }).click();
  await expect(form.getByText("Invalid Email")).toBeVisible();
  await form.getByLabel("E-mail").fill("meera.career@example.com");
  await expect(form.getByText("Invalid Email")).toBeHidden();
  await form.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByRole("alert").getByText("You will be among the first to know")).toBeVisible();
});

test("when the server is down, the form keeps what was typed and is sent again by itself", async ({
  page,
  complaints,
}) => {
  await page.goto("/career");
  const form = page.getByRole("form", { name: "Subscribe" });
  await form.getByLabel("E-mail").fill("patient@example.com");
  await page.route("**/api/**", (route) => route.abort());
  await form.getByRole("button", { name: "Subscribe" }).click();
  await expect(form.getByRole("status")).toContainText("our website cannot be reached just now");
  await expect(form.getByLabel("E-mail")).toHaveValue("patient@example.com");
  await page.unroute("**/api/**");
  await expect(page.getByRole("alert").getByText("You will be among the first to know")).toBeVisible();
  complaints.length = 0;
});

test("a question that could not be sent stays in the form; after a correction the new text arrives", async ({
  page,
  request,
  complaints,
}) => {
  await page.goto("/contactus");
  const form = page.getByRole("form", { name: "Contact form" });
  const fill = async (query: string) => {
    await form.getByLabel("Your question").fill(query);
    const label = (await form.getByText(/To show that you are a person/).textContent()) ?? "";
    const [, left, right] = /(\d) \+ (\d)/.exec(label) ?? [];
    await form.getByLabel(/To show that you are a person/).fill(String(Number(left) + Number(right)));
    await form.getByRole("button", { name: "Submit" }).click();
  };
  await form.getByLabel("Enquiry for").fill("Java course");
  await form.getByLabel("Full name").fill("Dinesh Kumaran");
  await form.getByLabel("Mobile number").fill("9876543211");
  await form.getByLabel("E-mail").fill("dinesh.retry@example.com");
  // The server saves it, but its answer is lost.
  await page.route("**/api/contact", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await fill("Is there a batch at three?");
  await form.getByRole("button", { name: "Stop trying" }).click();
  await expect(page.getByRole("alert").getByText("The server did not answer")).toBeVisible();
  await expect(form.getByLabel("Your question")).toHaveValue("Is there a batch at three?");
  await page.unroute("**/api/contact");
  await fill("Is there a batch at four?");
  await expect(page.getByRole("alert").getByText("Your query has been sent")).toBeVisible();
  const texts = async () => JSON.stringify(await (await request.get("/dev/outbox.json")).json());
  await expect.poll(texts).toContain("Is there a batch at four?");
  complaints.length = 0;
});

test("a question that is sent while the database is away stays in the form and arrives once", async ({
  page,
  request,
  complaints,
}) => {
  let refusals = 2;
  await page.route("**/api/contact*", (route) =>
    refusals-- > 0
      ? route.fulfill({
          status: 503,
          headers: { "retry-after": "1" },
          json: { error: "Our website is being repaired or restarted.", code: "UNAVAILABLE" },
        })
      : route.continue(),
  );
  await page.goto("/contactus");
  const form = page.getByRole("form", { name: "Contact form" });
  await form.getByLabel("Enquiry for").fill("Python course");
  await form.getByLabel("Full name").fill("Asha Raman");
  await form.getByLabel("Mobile number").fill("9876543210");
  await form.getByLabel("E-mail").fill("asha.patient@example.com");
  await form.getByLabel("Your question").fill("Is there a patient batch?");
  const question = (await form.getByText(/To show that you are a person/).textContent()) ?? "";
  const [, left, right] = /(\d) \+ (\d)/.exec(question) ?? [];
  await form.getByLabel(/To show that you are a person/).fill(String(Number(left) + Number(right)));
  await form.getByRole("button", { name: "Submit" }).click();

  await expect(form.getByRole("status")).toContainText("our website cannot be reached just now");
  await expect(form.getByLabel("Your question")).toHaveValue("Is there a patient batch?");
  await expect(page.getByRole("alert").getByText("Your query has been sent")).toBeVisible({ timeout: 15_000 });
  await expect(form.getByRole("status")).toBeEmpty();
  await expect(form.getByLabel("Full name")).toHaveValue("");

  const toStaff = async () =>
    ((await (await request.get("/dev/outbox.json")).json()) as Outbox).filter(
      ({ to, text }) => to === "hello@shoreline.example" && text.includes("Is there a patient batch?"),
    );
  await expect.poll(async () => (await toStaff()).length).toBe(1);
  // The browser reports each answer with an error status.
  expect(complaints.splice(0)).toEqual(Array(2).fill(expect.stringContaining("503")));
});
