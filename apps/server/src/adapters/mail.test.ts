import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { outbox } from "../db/tables/house.ts";
import { mails } from "../house.ts";
import type { Mailer } from "../ports.ts";
import { testInstitute } from "../test/institute.ts";
import { startSmtp } from "../test/smtp.ts";
import { outboxMailer } from "./outbox.ts";
import { smtpMailer } from "./smtp.ts";

type Arrived = { subject: string; text: string; html: string | null };
type Side = {
  mailer: Mailer;
  arrivedFor(to: string): Promise<Arrived[]>;
  countAll(): Promise<number>;
  close(): Promise<void>;
};

const { db, build } = await testInstitute();

describe.each([
  { name: "outbox", open: openOutboxSide },
  { name: "SMTP", open: openSmtpSide },
])("$name", ({ open }) => {
  let side: Side;
  beforeAll(async () => {
    side = await open();
  });
  afterAll(() => side.close());

  let people = 0;
  const someone = () => `person.${++people}@example.com`;
  const mail = { subject: "Your class", text: "It starts at 6.", html: "<p>It starts at 6.</p>" };

  test("a mail reaches its recipient with subject, text and html", async () => {
    const to = someone();
    await side.mailer.send({ to, ...mail });
    expect(await side.arrivedFor(to)).toEqual([mail]);
  });

  test("a mail without html arrives as text alone", async () => {
    const to = someone();
    await side.mailer.send({ to, subject: "Plain", text: "Only text" });
    expect(await side.arrivedFor(to)).toEqual([{ subject: "Plain", text: "Only text", html: null }]);
  });

  test("Tamil, emoji and the rupee sign arrive intact", async () => {
    const to = someone();
    const words = "வணக்கம் ஆஷா, கட்டணம் ₹12,500 பெறப்பட்டது 🎉👩‍🎓 naïve “quotes”";
    const unicode = { subject: words, text: `${words}\n${words}`, html: `<p lang="ta">${words}</p>` };
    await side.mailer.send({ to, ...unicode });
    expect(await side.arrivedFor(to)).toEqual([unicode]);
  });

  test.each(["\r\n", "\n", "\r", "\u0000\r\n "])(
    "a line break %j in the subject does not add a header",
    async (lineBreak) => {
      const to = someone();
      const before = await side.countAll();
      await side.mailer.send({ to, ...mail, subject: `Hello${lineBreak}Bcc: eve@example.com` });
      const [arrived] = await side.arrivedFor(to);
      expect(arrived).toMatchObject({ ...mail, subject: expect.stringMatching(/^Hello +Bcc: eve@example\.com$/) });
      expect(await side.countAll()).toBe(before + 1);
    },
  );

  test.each([
    "asha@example.com\r\nBcc: eve@example.com",
    "asha@example.com\nRCPT TO:<eve@example.com>",
    "asha@example.com, eve@example.com",
    "asha@example.com;eve@example.com",
    "Asha <asha@example.com>",
    "team: asha@example.com;",
    "asha",
    "asha@",
    "",
  ])("a recipient that is not one bare address is refused: %j", async (to) => {
    const before = await side.countAll();
    const error = await side.mailer.send({ to, ...mail }).catch((refused) => refused);
    expect(error).toBeInstanceOf(Error);
    expect(error.message).not.toContain("asha");
    expect(await side.countAll()).toBe(before);
  });

  test.each(["eve@example.com\r\nBcc: eve@example.com", "Eve <eve@example.com>", "a@example.com, b@example.com", ""])(
    "an address for answers that is not one bare address is refused: %j",
    async (replyTo) => {
      const before = await side.countAll();
      await expect(side.mailer.send({ to: someone(), ...mail, replyTo })).rejects.toThrow("Not a mail address");
      expect(await side.countAll()).toBe(before);
    },
  );

  test("very long lines and lines of a single dot arrive unchanged", async () => {
    const to = someone();
    const long = {
      subject: "word ".repeat(200).trim(),
      text: `${"x".repeat(5000)}\n.\n..\nFrom here`,
      html: `<p>${"தமிழ்".repeat(2000)}</p>`,
    };
    await side.mailer.send({ to, ...long });
    expect(await side.arrivedFor(to)).toEqual([long]);
  });

  test("200 KB of html arrive complete", async () => {
    const to = someone();
    const html = Array.from(
      { length: 4000 },
      (_, row) => `<tr><td>${row}</td><td>₹${row * 100} – module = ${row}</td></tr>`,
    ).join("\n");
    expect(html.length).toBeGreaterThan(200_000);
    await side.mailer.send({ to, ...mail, html });
    expect((await side.arrivedFor(to))[0]?.html).toBe(html);
  });

  test("30 mails sent at once all arrive", async () => {
    const everyone = Array.from({ length: 30 }, someone);
    await Promise.all(everyone.map((to) => side.mailer.send({ to, ...mail, subject: to })));
    for (const to of everyone) expect(await side.arrivedFor(to)).toMatchObject([{ subject: to }]);
  });
});

test("the outbox lists attachments by name and size", async () => {
  const attachments = [{ name: "SA-2026-27-00001.pdf", type: "application/pdf", bytes: new Uint8Array(2049) }];
  await outboxMailer(db).send({ to: "papers@example.com", subject: "Papers", text: "Here.", attachments });
  const { app } = build({ hasOutbox: true });
  const listed = (await (await app.request("/dev/outbox.json")).json()) as { to: string; attachments?: object[] }[];
  expect(listed.find(({ to }) => to === "papers@example.com")?.attachments).toEqual([
    { name: "SA-2026-27-00001.pdf", size: 2049 },
  ]);
  expect(await (await app.request("/dev/outbox")).text()).toContain("Attached: SA-2026-27-00001.pdf, 3 KB");
});

test("the outbox shows a mail in a frame without scripts, and as text", async () => {
  const html = `<!doctype html><html><head></head><body><p>It's <b>here</b></p></body></html>`;
  await outboxMailer(db).send({ to: "frame@example.com", subject: "Framed", text: "It is here.", html });
  const answer = await build({ hasOutbox: true }).app.request("/dev/outbox");
  const page = await answer.text();
  expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(page).toContain("&lt;p&gt;It&#39;s &lt;b&gt;here&lt;/b&gt;&lt;/p&gt;");
  expect(page).toContain("<pre>It is here.</pre>");
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
});

test("every kind of mail is shown with sample data, in local mode only", async () => {
  const page = await (await build({ hasOutbox: true }).app.request("/dev/mails")).text();
  for (const { name } of mails) expect(page).toContain(`<article id="${name}">`);
  expect((await build().app.request("/dev/mails")).status).toBe(404);
});

async function openOutboxSide(): Promise<Side> {
  const { subject, text, html } = outbox;
  return {
    mailer: outboxMailer(db),
    arrivedFor: async (to) =>
      (await db.select({ subject, text, html }).from(outbox).where(eq(outbox.to, to))) as Arrived[],
    countAll: () => db.$count(outbox),
    close: async () => {},
  };
}

async function openSmtpSide(): Promise<Side> {
  const smtp = await startSmtp();
  const mailer = smtpMailer({ url: smtp.url, from: "Shoreline <hello@shoreline.example>" });
  return {
    mailer,
    arrivedFor: async (to) =>
      smtp.deliveries
        .filter(({ recipients }) => recipients.join() === to)
        .map(({ email: { subject = "", text = "", html = null } }) => ({
          subject,
          text: withoutLastBreak(text),
          html: html && withoutLastBreak(html),
        })),
    countAll: async () => smtp.deliveries.length,
    async close() {
      mailer.close();
      await smtp.close();
    },
  };
}

/** SMTP ends every part with a line break. */
function withoutLastBreak(text: string): string {
  return text.replace(/\n$/, "");
}
