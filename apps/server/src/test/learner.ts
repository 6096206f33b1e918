import type { Api, Input } from "@shoreline/contract";
import type { TestInstitute } from "./institute.ts";

type Form = Omit<Input<Api["account"]["create"]>, "mobileNumber" | "ticket">;

let count = 0;

/** A number that is unique in this test file. */
export function newNumber(): string {
  return String(9_000_000_000 + ++count);
}

export const form: Form = {
  firstName: "Kavya",
  lastName: "Raman",
  gender: "female",
  dateOfBirth: "2004-02-29",
  email: "kavya@example.com",
  occupation: "student",
  instOrOrg: "Anna University",
  state: "Pondicherry",
  country: "india",
  skills: ["HTML", "Patience"],
};

/** The code in the last message to a number. */
export function codeFor({ messages }: TestInstitute, mobileNumber: string): string {
  const message = messages.findLast(({ to }) => to.endsWith(mobileNumber));
  return /^\d{6}/.exec(message?.text ?? "")?.[0] ?? "";
}

export async function ticketFor(institute: TestInstitute, mobileNumber: string): Promise<string> {
  const visitor = institute.visitor();
  await visitor.account.sendCode({ mobileNumber });
  const { ticket } = await visitor.account.verifyCode({ mobileNumber, code: codeFor(institute, mobileNumber) });
  return ticket;
}

/** All data about a learner, after a fresh proof of the number. The clock must be a minute past the last code. */
export async function exportOf(institute: TestInstitute, { mobileNumber, account }: Exporting): Promise<string> {
  const { bytes } = await account.export({ ticket: await ticketFor(institute, mobileNumber) });
  return Buffer.from(bytes).toString();
}

type Exporting = { mobileNumber: string; account: ReturnType<TestInstitute["visitor"]>["account"] };

/** A client for a learner who has just registered through the public API. */
export async function newLearner(institute: TestInstitute, change: Partial<Form> = {}) {
  const mobileNumber = newNumber();
  const ticket = await ticketFor(institute, mobileNumber);
  const made = await institute.visitor().account.create({ ...form, ...change, mobileNumber, ticket });
  const { token, device } = made;
  return { token, device, mobileNumber, ...withToken(institute, token) };
}

export function withToken(institute: TestInstitute, token: string) {
  return institute.visitor({ headers: { authorization: `Bearer ${token}` } });
}
