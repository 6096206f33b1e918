import { gstStates, stateCode } from "@shoreline/domain/enrolment";
import { slipsBetween } from "@shoreline/domain/spelling";
import { z } from "zod";

/** What a person is asked for a new institute; everything else has a default or can be left out. */
export type Answers = {
  name: string;
  tagline: string;
  city: string;
  address: string;
  pin: string;
  state: string;
  phone: string;
  email: string;
  prefix: string;
  course: string;
  "course-address": string;
  hours: string;
  price: string;
};

type Question = {
  name: keyof Answers;
  text: string;
  /** Undefined when the answers so far do not suggest one. */
  usual?(given: Partial<Answers>): string | undefined;
  /** What a possible answer is like, or null if this is one. */
  whyNot(text: string): string | null;
  tidy?(text: string): string;
};

const longestAddress = 100;
const unless = (isFine: (text: string) => boolean, reason: string) => (text: string) => (isFine(text) ? null : reason);
const isText = (text: string) => text !== "" && text.length <= 200 && !/\p{C}/u.test(text);
const aText = unless(isText, "it must be a line of 1 to 200 characters");
const aNumber = (least: number, most: number) =>
  unless(
    (text) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most,
    `it must be a whole number from ${least} to ${most.toLocaleString("en-IN")}, in digits only`,
  );

export const linesOf = (address: string) => address.split(";").flatMap((line) => line.trim() || []);

export const questions: Question[] = [
  { name: "name", text: "Name of the institute", whyNot: aText },
  {
    name: "tagline",
    text: "What it offers, in one line",
    usual: () => "Software training with live classes",
    whyNot: aText,
  },
  { name: "city", text: "City", whyNot: aText },
  {
    name: "address",
    text: "Street and number (several lines: separate them with ;)",
    whyNot: (text) => (linesOf(text).length > 0 ? aText(text) : "it must have at least one line"),
  },
  {
    name: "pin",
    text: "PIN code",
    whyNot: unless((text) => /^\d{6}$|^\d{3} \d{3}$/.test(text), "it must be six digits, such as 605001"),
  },
  { name: "state", text: "State or union territory, as on invoices", whyNot: whyNoState, tidy: stateName },
  {
    name: "phone",
    text: "Phone number",
    whyNot: unless(
      (text) => /^\+?[\d ()-]{8,20}$/.test(text) && text.replace(/\D/g, "").length >= 8,
      "it must have eight digits or more, such as +91 98765 43210",
    ),
  },
  {
    name: "email",
    text: "E-mail address",
    whyNot: unless((text) => z.email().safeParse(text).success, "it must be an address, such as hello@example.com"),
  },
  {
    name: "prefix",
    text: "Letters before the numbers of certificates; invoices take the first three",
    usual: ({ name = "" }) => initials(name),
    whyNot: unless((text) => /^[A-Za-z]{1,8}$/.test(text), "it must be one to eight letters from A to Z"),
    tidy: (text) => text.toUpperCase(),
  },
  { name: "course", text: "Name of the first course", whyNot: aText },
  {
    name: "course-address",
    text: "How addresses of pages name this course",
    usual: ({ course = "" }) => addressPart(course),
    whyNot: unless(
      (text) => text.length <= longestAddress && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text),
      `it must be up to ${longestAddress} letters from a to z, digits and hyphens, such as python-basics`,
    ),
  },
  { name: "hours", text: "Hours of this course", usual: () => "40", whyNot: aNumber(1, 2000) },
  { name: "price", text: "Its fee in rupees (0 if it is free)", usual: () => "9999", whyNot: aNumber(0, 1_00_00_000) },
];

/** "Kaveri School of Code" is KSC. Undefined for a name without Latin letters. */
function initials(name: string): string | undefined {
  const words = withoutMarks(name).match(/[A-Za-z]+/g) ?? [];
  const capitals = words.flatMap((word) => (/^[A-Z]/.test(word) ? [word.charAt(0)] : []));
  const letters = capitals.length > 1 ? capitals.join("") : words[0];
  return letters?.toUpperCase().slice(0, 5);
}

/** "C++ for Beginners" is cpp-for-beginners. Undefined for a name without Latin letters. */
export function addressPart(name: string): string | undefined {
  const words = withoutMarks(name)
    .toLowerCase()
    .replace(/\+/g, "p")
    .replace(/#/g, "-sharp")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, longestAddress)
    .replace(/^-+|-+$/g, "");
  return /[a-z]/.test(words) ? words : undefined;
}

const withoutMarks = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "");

function whyNoState(text: string): string | null {
  if (stateCode(text) !== null) return null;
  const names = gstStates.map(({ name }) => name).sort();
  const near = names.filter((name) => slipsBetween(name.toLowerCase(), text.toLowerCase().slice(0, 60)) <= 3);
  return `it must be one of ${(near.length > 0 ? near : names).join(", ")}`;
}

/** As GST spells it: tamilnadu is Tamil Nadu. */
function stateName(text: string): string {
  return gstStates.find(({ code }) => code === stateCode(text))?.name ?? text;
}
