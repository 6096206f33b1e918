import { expect, test } from "vitest";
import { countQueries } from "../../test/count-queries.ts";
import { testInstitute } from "../../test/institute.ts";

const institute = await testInstitute();
const visitor = institute.visitor();
const person = { email: "asha@example.com", mobileNumber: "9876543210" };

const leads = {
  subscription: () => visitor.lead.subscribe({ email: crypto.randomUUID() + person.email }),
  "contact enquiry": () =>
    visitor.lead.contact({ ...person, fullName: "Asha Rao", enquiryFor: "Python", query: "When does it start?" }),
  "course enquiry": () => visitor.lead.enquire({ ...person, name: "Asha Rao", selectedCoruse: "Python" }),
};

test.each(Object.entries(leads))("a %s takes at most 4 round trips to the database", async (_, send) => {
  // The first on a connection may read its settings.
  await send();
  expect(await countQueries(send)).toBeLessThanOrEqual(4);
});
