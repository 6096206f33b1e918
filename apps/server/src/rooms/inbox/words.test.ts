import { expect, test } from "vitest";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { newStaff } from "../../test/staff.ts";

const institute = await testInstitute();
const desk = await newStaff(institute, ["front desk"], "Prakash Immanuel");
const people = {
  obrien: { name: "Sean O'Brien", email: "sean.obrien@harbour.example" },
  curly: { name: "Mary O’Neill", email: "mary+news@tides.co.in" },
  spaced: { name: "S. Kumar", email: "s_kumar99@reef.example" },
  joined: { name: "R.Vasanth", email: "vasanth-r@mail.lagoon.example" },
  hyphen: { name: "Anne-Marie D'Souza", email: "100%anne@cove.example" },
  initials: { name: "K.R. Suresh", email: "suresh@jetty.example" },
  before: { name: "M.S.Dhoni", email: "dhoni@jetty.example" },
  coded: { name: "Batch 8e4f66b9", email: "batch@pier.example" },
  tamil: { name: "அனிதா ரவி", email: "o'hara@bay.example" },
};
for (const person of Object.values(people)) await desk.inbox.create({ ...person, number: null });

const namesOf = async (words: string) => (await desk.inbox.list({ words })).leads.map(({ name }) => name).sort();

test.each([
  ["O'Brien", people.obrien],
  ["o'bri", people.obrien],
  ["brien sean", people.obrien],
  ["O’Brien", people.obrien],
  ["O'Neill", people.curly],
  ["O’Neill", people.curly],
  ["S. Kumar", people.spaced],
  ["S.Kumar", people.spaced],
  ["kumar s", people.spaced],
  ["R. Vasanth", people.joined],
  ["R.Vasanth", people.joined],
  ["vasanth", people.joined],
  ["D'Souza", people.hyphen],
  ["marie", people.hyphen],
  ["ரவி", people.tamil],
  ["K.R. Suresh", people.initials],
  ["k.r.", people.initials],
  ["suresh k r", people.initials],
  ["dhoni", people.before],
  ["M.S. Dhoni", people.before],
  ["m.s.dhoni", people.before],
  ["8e4f66b9", people.coded],
  ["8e4f", people.coded],
  ["8E4", people.coded],
])("%s is found as a name", async (words, person) => {
  expect(await namesOf(words)).toEqual([person.name]);
});

test.each([
  ["sean.obrien", people.obrien],
  ["SEAN.OBRIEN@HARBOUR.EXAMPLE", people.obrien],
  ["harbour.example", people.obrien],
  ["@harbour", people.obrien],
  ["mary+news@tides.co.in", people.curly],
  ["tides.co.in", people.curly],
  ["s_kumar99", people.spaced],
  ["vasanth-r@", people.joined],
  ["lagoon.example", people.joined],
  ["100%anne@cove", people.hyphen],
  ["o'hara@bay.example", people.tamil],
])("%s is found as a part of an e-mail address", async (words, person) => {
  expect(await namesOf(words)).toEqual([person.name]);
});

test("a number is found while it is typed, with its country code or a 0 in front", async () => {
  await desk.inbox.create({ name: "Typed Slowly", email: null, number: "9123040010" });
  for (const words of ["9123040010", "+91 91230 40010", "+91 91230 4", "9191230", "091230", "0 91230 4001", "91230"])
    expect([words, await namesOf(words)]).toEqual([words, ["Typed Slowly"]]);
});

test.each(["'", "’ .", "\\", "' & !", "_.__", "a'b\\c':*", "(((", "& | !", "kumar brien", "%"])(
  "%j finds nobody, and is no error",
  async (words) => {
    expect(await namesOf(words)).toEqual([]);
  },
);

test("the search of the console finds learners in the same way", async () => {
  await newLearner(institute, { firstName: "Nora", lastName: "Dell", email: "nora.odell@shoal.example" });
  for (const words of ["Dell", "nora.odell", "shoal.example", "@shoal.example"])
    expect((await desk.desk.search({ words })).learners).toMatchObject([{ name: "Nora Dell" }]);
});
