import { expect, test } from "vitest";
import { fillTemplate, fullNumber, takersOf, uniteTags, unknownFields, whatsappAddress } from "./inbox.ts";
import type { StaffRole } from "./staff.ts";

test.each([
  ["9876543210", "+919876543210"],
  ["98765 43210", "+919876543210"],
  ["09876543210", "+919876543210"],
  ["919876543210", "+919876543210"],
  ["+91 98765-43210", "+919876543210"],
  ["0091 9876543210", "+919876543210"],
  ["+49 170 1234567", "+491701234567"],
  ["12", null],
  ["", null],
  ["call me", null],
])("%s is the number %s", (typed, number) => {
  expect(fullNumber(typed)).toBe(number);
});

test("a number of another country keeps its own code", () => {
  expect(fullNumber("5551234567", "+1")).toBe("+15551234567");
  expect(fullNumber("2345678", "+1 868")).toBe("+18682345678");
  expect(fullNumber("9876543210", "91")).toBe("+919876543210");
});

const values = {
  "first name": "Asha",
  name: "Asha Raman",
  course: "Python",
  institute: "Shoreline Academy",
  phone: "+91 44 4000 0000",
  counsellor: "Shalini",
};

test("a template gets its values, and what nobody knows stays to be seen", () => {
  expect(fillTemplate("Dear {first name}, {counsellor} here about {course}. {pirce}", values)).toBe(
    "Dear Asha, Shalini here about Python. {pirce}",
  );
  expect(unknownFields("Dear {first name}, {pirce} {toString}")).toEqual(["pirce", "toString"]);
  expect(fillTemplate("{toString}", values)).toBe("{toString}");
});

test("what a person is called is not read as a template", () => {
  expect(fillTemplate("{name}", { ...values, name: "{phone}" })).toBe("{phone}");
});

test("an address of WhatsApp has digits only, and the text is escaped", () => {
  expect(whatsappAddress("+919876543210", "Hello & welcome")).toBe(
    "https://wa.me/919876543210?text=Hello%20%26%20welcome",
  );
});

test("each tag stands once, as it is first written", () => {
  expect(uniteTags(["TCS", "fair", "tcs", "Fair", "new"])).toEqual(["TCS", "fair", "new"]);
});

test.each<[StaffRole[][], number[]]>([
  [
    [["owner"], ["counsellor"], ["front desk"], ["trainer"], ["accountant"]],
    [1, 2],
  ],
  [
    [["owner", "counsellor"], ["front desk", "accountant"], ["owner"]],
    [0, 1],
  ],
  [
    [["owner"], ["trainer"], ["owner", "accountant"]],
    [0, 2],
  ],
  [[["trainer"]], []],
])("of %j, %j take leads in turn", (roles, takers) => {
  const people = roles.map((own, at) => ({ at, roles: own }));
  expect(takersOf(people).map(({ at }) => at)).toEqual(takers);
});
