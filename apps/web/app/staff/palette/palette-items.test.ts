import type { Found, Lead } from "@shoreline/contract";
import { expect, test } from "vitest";
import { sampleMe } from "../test/console.tsx";
import { sampleLead } from "../test/lead.ts";

import { commandGroups, foundGroups, keepFitting, type PaletteGroup } from "./palette-items.ts";
import { splitMatches } from "./palette-matches.ts";

const titles = (groups: PaletteGroup[]) => groups.map(({ name, items }) => [name, ...items.map(({ title }) => title)]);
const found = (given: Partial<Found>): Found => ({ leads: [], learners: [], papers: [], ...given });
const learner = { learnerId: "9", name: "Kavya Raman", number: "+919000001234", email: "kavya@example.com" };

test("a trainer is offered only the rooms and actions of a trainer", () => {
  expect(titles(commandGroups("", sampleMe({ roles: ["trainer"] })))).toEqual([
    ["Go to", "Today", "Timetable", "Classes", "Homework", "Questions", "Library", "Progress", "Your account"],
    ["Do", "Show the keyboard map", "Sign out"],
  ]);
});

test("leads are imported and exported from the palette by who may", () => {
  expect(titles(commandGroups("do leads", sampleMe()))).toEqual([["Do", "Import leads", "Export leads"]]);
  expect(titles(commandGroups("do leads", sampleMe({ roles: ["front desk"] })))).toEqual([["Do", "Import leads"]]);
  expect(commandGroups("do leads", sampleMe({ roles: ["counsellor"] }))).toEqual([]);
});

test("rooms and actions are found by their words, in any order", () => {
  expect(titles(commandGroups("audit go", sampleMe()))).toEqual([["Go to", "Audit log"]]);
  expect(titles(commandGroups("coll inv", sampleMe()))).toEqual([["Do", "Invite a colleague"]]);
  expect(commandGroups("xyz", sampleMe())).toEqual([]);
});

test("a learner opens the lead, and without one the form that enrols", () => {
  const learners = [
    { ...learner, leadId: "l1" },
    { ...learner, learnerId: "10", leadId: null },
  ];
  const [people] = foundGroups(found({ learners }), sampleMe());
  expect(people?.items.map(({ target }) => target)).toEqual([
    ...[{ to: "/staff/leads?lead=l1" }, { to: "/staff/enrol?number=%2B919000001234" }],
  ]);
  expect(people?.items[1]?.detail).toBe("Learner, +91 90000 01234, kavya@example.com");
});

test("a learner's lead is no link for who may not see leads", () => {
  const [people] = foundGroups(found({ learners: [{ ...learner, leadId: "l1" }] }), sampleMe({ roles: ["trainer"] }));
  expect(people?.items[0]?.target).toBeNull();
});

test("somebody who is a lead and a learner is listed once", () => {
  const leads: Lead[] = [sampleLead("l1", { name: "Kavya Raman" }), sampleLead("l2", { name: "Kavin Prasad" })];
  const groups = foundGroups(found({ leads, learners: [{ ...learner, leadId: "l1" }] }), sampleMe());
  expect(titles(groups)).toEqual([["People", "Kavya Raman", "Kavin Prasad"]]);
});

test("a paper opens its page, and without one shows its text and day", () => {
  const at = "2026-08-03T04:00:00.000Z";
  const papers: Found["papers"] = [
    {
      kind: "certificate",
      number: "OCNST00412",
      text: "Kavya Raman, Python",
      at,
      to: "/view/e_certificate/OCNST00412",
    },
    { kind: "order", number: "SA-2026-0431", text: "Kavya Raman, Node.js", at, to: null },
  ];
  const [group] = foundGroups(found({ papers }), sampleMe());
  expect(group?.items.map(({ target }) => target)).toEqual([{ to: "/view/e_certificate/OCNST00412" }, null]);
  expect(group?.items[1]?.detail).toBe("Order, Kavya Raman, Node.js, 3 Aug 2026");
});

test("of an earlier answer stays only what fits the newer words", () => {
  const leads = [sampleLead("l1", { name: "Kavya Raman" }), sampleLead("l2", { name: "Kavin Prasad" })];
  const groups = foundGroups(found({ leads }), sampleMe());
  expect(titles(keepFitting(groups, "kavy"))).toEqual([["People", "Kavya Raman"]]);
  expect(keepFitting(groups, "ravi")).toEqual([]);
});

test("matches are cut out whatever their case, and signs are only signs", () => {
  const cut = (text: string, words: string) =>
    splitMatches(text, words).map(({ text, isMatch }) => (isMatch ? `[${text}]` : text));
  expect(cut("Kavya Raman", "kav ra")).toEqual(["[Kav]", "ya ", "[Ra]", "man"]);
  expect(cut("+91 90000 01234", "9000001")).toEqual(["+91 ", "[90000 01]", "234"]);
  expect(cut("+91 (0)", "+ (0")).toEqual(["[+]", "91 ", "[(0]", ")"]);
  expect(cut("Kavya", "")).toEqual(["Kavya"]);
});
