import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { APIRequestContext } from "@playwright/test";
import { readPages } from "../apps/server/src/test/read-pdf.ts";
import { startSmtp } from "../apps/server/src/test/smtp.ts";
import { startStandIn } from "../apps/server/src/test/stand-in.ts";
import { buyCourse, newLearner, signIn } from "./learner.ts";
import { runCommand, startProduct } from "./product.ts";
import { closeEnquiryPopup, expect, test } from "./test.ts";

/** Our name and our city in any spelling, and what the demo institute is known by. */
const ofTheDemo = /shoreline|pondi|puduch|white town|lighthouse|OCNST/i;

const answers = {
  name: "Kaveri School of Code",
  city: "Tiruchirappalli",
  address: "12 Rock Fort Road",
  pin: "620002",
  state: "Tamil Nadu",
  phone: "+91 98765 43210",
  email: "hello@kaveri.example",
  course: "Embedded Rust",
  hours: "12",
  price: "7500",
};

const pages = [
  "/",
  "/onlinecourses",
  "/onlinecourses/viewdetails/embedded-rust",
  "/contactus",
  "/verify/e_certificate",
  "/terms-conditions",
  "/privacy-policy",
  "/login",
  "/no-such-page",
  "/offline",
  "/sitemap.xml",
  "/robots.txt",
  "/manifest.webmanifest",
  "/.well-known/security.txt",
  "/api/site",
  "/api/chatbot",
  "/api/course",
];

/** Pages that need content which this institute does not have. */
const missing = ["/aboutus", "/services", "/career", "/offlinecourses", "/mcq", "/webinarview"];

test.setTimeout(240_000);

/** The files of a new institute, and the settings to start with them. */
function newInstitute() {
  const folder = mkdtempSync(path.join(tmpdir(), "kaveri-"));
  const content = path.join(folder, "content");
  const env = { CONTENT_DIR: content, DATA_DIR: path.join(folder, "data") };
  const flags = Object.entries(answers).flatMap(([name, value]) => [`--${name}`, value]);
  runCommand("institute", ["new", content, ...flags, "--yes"]);
  return { folder, content, env };
}

test("another institute: from its first file to a sale with an invoice, without a trace of the demo", async ({
  page,
  context,
  playwright,
}) => {
  const { folder, content, env } = newInstitute();
  appendFileSync(path.join(content, "institute.yaml"), "batchTimes: [07-08, 18-19]\n");
  expect(runCommand("content", ["check"], env)).toContain("No mistakes");

  let product = await startProduct(env);
  try {
    const monday = nextMonday();
    const batch = ["--from", monday, "--time", "18-19", "--type", "week-days", "--trainer", "Selvi Natarajan"];
    const link = ["--link", "https://meet.example.com/rust"];
    expect(runCommand("batch", ["new", "embedded-rust", ...batch, ...link], env)).toContain("12");

    const request = await playwright.request.newContext({ baseURL: product.url });
    const { token } = await newLearner(request);
    await buyCourse(request, { token, courseId: "embedded-rust", batchTime: "18-19", batchType: "week-days" });

    await closeEnquiryPopup(context, product.url);
    await signIn(page, token);
    await page.goto(`${product.url}/`);
    await expect(page.getByRole("link", { name: answers.name })).toBeVisible();
    await expect(page.getByRole("contentinfo")).toContainText(`© ${new Date().getFullYear()} ${answers.name}`);
    await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link")).toHaveText([
      "Home",
      "Courses",
      "Contact Us",
    ]);
    await page.goto(`${product.url}/dashboard/schedule/embedded-rust`);
    await expect(page.getByText("Selvi Natarajan").first()).toBeVisible();

    await page.goto(`${product.url}/dashboard/purchasehistory`);
    const download = page.waitForEvent("download");
    await page
      .getByRole("button", { name: /Invoice|Receipt/ })
      .first()
      .click();
    const invoice = readFileSync(await (await download).path());
    const printed = readPages(invoice).join("\n");
    expect(printed).toContain(answers.name);
    expect(printed).not.toMatch(ofTheDemo);
    expect(invoice.toString("latin1")).not.toMatch(ofTheDemo);

    for (const address of pages) {
      const answer = await request.get(address, { headers: { accept: "*/*" } });
      expect([address, answer.status()]).toEqual([address, address === "/no-such-page" ? 404 : 200]);
      expect([address, ofTheDemo.exec(await answer.text())?.[0]]).toEqual([address, undefined]);
      expect([address, ofTheDemo.exec(JSON.stringify(answer.headers()))?.[0]]).toEqual([address, undefined]);
    }
    for (const address of missing) expect([address, (await request.get(address)).status()]).toEqual([address, 404]);
    const mails = await (await request.get("/dev/outbox.json")).text();
    expect(mails).toContain("Your place is confirmed");
    expect(ofTheDemo.exec(mails)?.[0]).toBeUndefined();
    const samples = await (await request.get("/dev/mails")).text();
    expect(samples).toContain(answers.name);

    const before = await readSite(request);
    // A page that stays open would complain that its server is gone.
    await page.close();
    await product.stop();
    const [mail, sms] = [await startSmtp(), await startStandIn()];
    const providers = {
      SMTP_URL: mail.url,
      MAIL_FROM: "Kaveri <hello@kaveri.example>",
      SMS_URL: sms.url,
      SMS_KEY: "key",
      RAZORPAY_KEY_ID: "rzp_test_x",
      RAZORPAY_KEY_SECRET: "secret",
      RAZORPAY_WEBHOOK_SECRET: "secret",
    };
    product = await startProduct({ ...env, ...providers });
    expect(product.output()).not.toMatch(/demo/i);
    const again = await playwright.request.newContext({ baseURL: product.url });
    expect(await readSite(again)).toEqual(before);
    const purchases = await again.post("/api/purchased/", { headers: { authorization: `Bearer ${token}` }, data: {} });
    expect(await purchases.text()).toContain("embedded-rust");
    await mail.close();
    await sms.close();
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("content is applied while visitors read: no page fails, and the new text shows at once", async ({
  playwright,
}) => {
  const { folder, content, env } = newInstitute();
  const product = await startProduct(env);
  let isOver = false;
  try {
    const request = await playwright.request.newContext({ baseURL: product.url });
    const statuses = new Set<number>();
    const reader = async () => {
      while (!isOver)
        for (const address of ["/", "/onlinecourses", "/onlinecourses/viewdetails/embedded-rust", "/api/site"])
          statuses.add((await request.get(address, { headers: { accept: "text/html" } })).status());
    };
    const readers = [reader(), reader(), reader(), reader()];
    const file = path.join(content, "home.yaml");
    for (const title of ["Rust by the river", "Rust on the rocks"]) {
      writeFileSync(file, readFileSync(file, "utf8").replace(/title: .*/, `title: ${title}`));
      expect(runCommand("content", ["apply"], env)).toContain("1 item changed");
      // Nothing expires by itself: only the change empties the cache.
      await expect.poll(async () => (await request.get("/")).text(), { intervals: [50] }).toContain(title);
    }
    isOver = true;
    await Promise.all(readers);
    expect([...statuses]).toEqual([200]);
  } finally {
    isOver = true;
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** What visitors see of the institute. */
async function readSite(request: APIRequestContext) {
  const courses = await (await request.get("/api/course")).json();
  const { institute } = await (await request.get("/api/site")).json();
  return { courses, institute };
}

/** The first day of a batch that begins after this week. */
function nextMonday(): string {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() + ((8 - day.getUTCDay()) % 7 || 7));
  return day.toISOString().slice(0, 10);
}
