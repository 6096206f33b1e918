import { expect, test } from "vitest";
import {
  contactChecks,
  downloadErrors,
  enquiryChecks,
  enquiryCookie,
  findFieldErrors,
  isCorrectSum,
  isPartialMobileNumber,
  randomSum,
} from "./lead.ts";

const contact = {
  enquiryFor: "Python course",
  fullName: "Asha Raman",
  mobileNumber: "9876543210",
  email: "asha@example.com",
  query: "When does it start?",
};

test("a complete contact form is accepted, with a name in any script", () => {
  expect(findFieldErrors(contactChecks, contact)).toEqual({});
  expect(findFieldErrors(contactChecks, { ...contact, fullName: "ஆஷா ராமன்" })).toEqual({});
});

test.each([
  ["enquiryFor", "Py", "invalid Enquiry"],
  ["enquiryFor", " Python", "invalid Enquiry"],
  ["enquiryFor", "Python3", "invalid Enquiry"],
  ["fullName", "A1", "invalid fullName"],
  ["mobileNumber", "98765", "invalid mobile number"],
  ["mobileNumber", "98765432101", "invalid mobile number"],
  ["mobileNumber", "+919876543", "invalid mobile number"],
  ["email", "asha@", "invalid email"],
  ["query", "   ", "invalid query"],
])("contact form: %s %j shows %s", (field, value, message) => {
  expect(findFieldErrors(contactChecks, { ...contact, [field]: value })).toEqual({ [field]: message });
});

const enquiry = { name: "Asha Raman", email: "asha.raman@example.com", mobileNumber: "9876543210" };

test.each([
  ["name", "Asha"],
  ["email", "asha@example.com"],
  ["mobileNumber", "0987654321"],
])("enquiry popup: %s %j is accepted", (field, value) => {
  expect(findFieldErrors(enquiryChecks, { ...enquiry, [field]: value })).toEqual({});
});

test.each([
  ["name", "As", "Invalid name"],
  ["name", " Asha", "Invalid name"],
  ["name", "Asha  Raman", "Invalid name"],
  ["name", "Asha R", "Invalid name"],
  ["name", "Asha Raman4", "Invalid name"],
  ["name", "a".repeat(21), "Invalid name"],
  ["email", "a.b.c@example.com", "Invalid Email"],
  ["email", "asha_r@example.com", "Invalid Email"],
  ["email", "asha@Example.com", "Invalid Email"],
  ["email", "asha@example.info", "Invalid Email"],
  ["mobileNumber", "987654321", "Incorrect Mobile Number"],
])("enquiry popup: %s %j shows %s", (field, value, message) => {
  expect(findFieldErrors(enquiryChecks, { ...enquiry, [field]: value })).toEqual({ [field]: message });
});

test("the enquiry popup remembers in the cookie isAlert, for a year, that it was sent", () => {
  expect(enquiryCookie).toEqual({ name: "isAlert", lifetimeInMs: 31_536_000_000 });
});

test.each([
  ["", true],
  ["9876543210", true],
  ["09876543210", true],
  ["91987654321", true],
  ["98765432101", false],
  ["98a", false],
])("%j can be typed as a mobile number: %s", (text, can) => {
  expect(isPartialMobileNumber(text)).toBe(can);
});

test("the sum check adds two digits and accepts only the exact answer", () => {
  expect(randomSum(() => 0.999)).toEqual({ left: 9, right: 9 });
  expect(randomSum(() => 0)).toEqual({ left: 0, right: 0 });
  expect(isCorrectSum({ left: 9, right: 9 }, "18")).toBe(true);
  for (const wrong of ["", "17", "018", "1e1", " 18"]) expect(isCorrectSum({ left: 9, right: 9 }, wrong)).toBe(false);
});

const download = { name: "Asha Raman", countryCode: "+91", mobileNumber: "9876543210", email: "asha@example.com" };

test.each([
  {},
  { name: "Ash" },
  { name: "ஆஷா ராமன்" },
  { name: "A".repeat(30) },
  { countryCode: "+1 684", mobileNumber: "2584567" },
  { countryCode: "+44", mobileNumber: "7700 900123" },
  { mobileNumber: "9876543210123" },
  { mobileNumber: "9876543" },
  { countryCode: "91" },
])("the syllabus form accepts %j", (change) => {
  expect(downloadErrors({ ...download, ...change })).toEqual({});
});

test.each([
  [{ name: "" }, { name: "Name is required" }],
  [{ name: "As" }, { name: "Incorrect Name" }],
  [{ name: " Asha" }, { name: "Incorrect Name" }],
  [{ name: "Asha  Raman" }, { name: "Incorrect Name" }],
  [{ name: "Asha R" }, { name: "Incorrect Name" }],
  [{ name: "Asha7" }, { name: "Incorrect Name" }],
  [{ name: "\u0301\u0301\u0301" }, { name: "Incorrect Name" }],
  [{ name: "A".repeat(31) }, { name: "Incorrect Name" }],
  [{ mobileNumber: "" }, { mobileNumber: "Mobile number is required" }],
  [{ mobileNumber: "987654" }, { mobileNumber: "Mobile number is required" }],
  [{ mobileNumber: "98765432101234" }, { mobileNumber: "Incorrect Mobile Number" }],
  [{ mobileNumber: "98765x3210" }, { mobileNumber: "Incorrect Mobile Number" }],
  [{ countryCode: "+0" }, { mobileNumber: "Incorrect Mobile Number" }],
  [{ email: "" }, { email: "Email is required" }],
  [{ email: "asha@" }, { email: "Incorrect Email" }],
])("the syllabus form with %j shows %j", (change, faults) => {
  expect(downloadErrors({ ...download, ...change })).toEqual(faults);
});
