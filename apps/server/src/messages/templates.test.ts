import { expect, test } from "vitest";
import { MessageSettings, type TemplateName, templateNames, templates } from "./templates.ts";
import { fillWording, gsmLength } from "./wording.ts";

const usual = {
  fixed: { institute: "Shoreline Academy", phone: "+91 90000 00000", host: "www.shoreline.in" },
  values: {
    code: "482913",
    learner: "Kavya Raman",
    ending: "3210",
    course: "Full Stack Web Development",
    before: "Mon 16 Nov, 10:30 AM",
    when: "Tue 17 Nov, 10:30 AM",
    amount: "₹4,333",
    token: "Zm9yLXRoZS1wYXllci1vZi1hbi1pbnN0YWxtZW50LWE",
  },
};

test.each(templateNames)("%s fits one SMS with usual values and names the institute", (name) => {
  const text = fillWording(templates[name].text, usual);
  expect(gsmLength(text)).toBeLessThanOrEqual(160);
  expect(text).toContain("Shoreline Academy");
  expect(text).not.toMatch(/[{}]/);
});

test("the code comes first, and the last line belongs to our host", () => {
  const text = fillWording(templates["sign-in-code"].text, usual);
  expect(text).toMatch(/^482913 is your code/);
  expect(text).toMatch(/\n\n@www\.shoreline\.in #482913$/);
});

const wording = (name: TemplateName, text: string) =>
  MessageSettings.safeParse({ sms: { templates: { [name]: { text } } } });

test("an institute has its own ids and wording", () => {
  const own = {
    sms: {
      entityId: "1101500000000012345",
      sender: "SHRLNE",
      templates: { "sign-in-code": { id: "1107160000000012345", text: "{code} opens the door. {institute}" } },
    },
    whatsapp: { templates: { "class-reminder": { name: "reminder_2", language: "en_GB" } } },
  };
  expect(MessageSettings.parse(own)).toEqual(own);
  expect(MessageSettings.parse({})).toEqual({});
});

test.each([
  ["{#var#} is your code", "{#var#} is not a variable of sign-in-code. It has {code}"],
  ["{code} for {learner}", "{learner} is not a variable of sign-in-code. It has {code}"],
  ["Your code", "Missing: {code}"],
])("a wording with other variables is refused: %s", (text, message) => {
  expect(wording("sign-in-code", text).error?.issues).toMatchObject([
    { path: ["sms", "templates", "sign-in-code", "text"], message },
  ]);
});

test.each([
  { sms: { entityId: 110150000000001 } },
  { sms: { entityId: "entity" } },
  { sms: { sender: "a sender" } },
  { sms: { templates: { welcome: { text: "Hello" } } } },
  { sms: { templates: { "sign-in-code": { id: "a b" } } } },
  { whatsapp: { templates: { "sign-in-code": { name: "code" } } } },
  { whatsapp: { templates: { "class-moved": { language: "English" } } } },
  { telegram: {} },
])("a document with a mistake is refused: %j", (document) => {
  expect(MessageSettings.safeParse(document).success).toBe(false);
});
