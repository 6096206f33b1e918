import { expect, test } from "vitest";
import { subscription } from "../../db/tables/lead.ts";
import { testInstitute } from "../../test/institute.ts";

const institute = await testInstitute();

test("a subscription is kept, acknowledged to the visitor and announced to the institute", async () => {
  await institute.visitor().lead.subscribe({ email: " asha@example.com ", source: "career" });
  await institute.runJobs();
  expect(await institute.db.select().from(subscription)).toMatchObject([
    { email: "asha@example.com", source: "career" },
  ]);
  expect(institute.mails.map((mail) => mail.to).sort()).toEqual(["asha@example.com", "hello@shoreline.example"]);
});

test("the same address twice, in whatever case and at the same moment, is one subscription and one mail", async () => {
  institute.mails.length = 0;
  const asked = ["Ravi@example.com", "ravi@example.com", "RAVI@EXAMPLE.COM", "ravi@example.com"];
  const answers = await Promise.all(asked.map((email) => institute.visitor().lead.subscribe({ email })));
  await institute.runJobs();
  expect(new Set(answers.map((answer) => answer.message)).size).toBe(1);
  expect(institute.mails.filter((mail) => mail.to.toLowerCase() === "ravi@example.com")).toHaveLength(1);
});

test.each(["", "asha", "asha@", "a b@example.com", "asha@example.com\0", `${"x".repeat(300)}@example.com`])(
  "%j is refused with the field named, and nothing is kept",
  async (email) => {
    const before = await institute.db.$count(subscription);
    const refused = institute.visitor().lead.subscribe({ email });
    await expect(refused).rejects.toMatchObject({ code: "INVALID_INPUT", fields: { email: expect.any(String) } });
    expect(await institute.db.$count(subscription)).toBe(before);
  },
);
