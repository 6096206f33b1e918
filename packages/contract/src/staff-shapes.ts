import { type Permission, permissions, staffRoles } from "@shoreline/domain/staff";
import { hasNoHiddenCharacters, isEmail } from "@shoreline/domain/text";
import { z } from "zod";

export const Roles = z
  .array(z.enum(staffRoles, "Choose a role from the list"))
  .min(1, "Choose at least one role")
  .max(staffRoles.length);
export const StaffName = z
  .string()
  .trim()
  .min(1, "Enter a name")
  .max(100, "Use at most 100 characters")
  .refine(hasNoHiddenCharacters, "Contains hidden characters");
export const StaffEmail = z.string().trim().max(200).refine(isEmail, "Enter a valid e-mail address");
export const StaffNumber = z
  .string()
  .trim()
  .regex(/^\+?(\d ?){8,15}$/, "Enter a phone number")
  .nullable();
export const token = z.string().max(100);
export const code = z.string().trim().min(6, "Enter the code").max(20, "This code is too long");
export const version = z.int().min(0);
export const staffId = z.string().max(100);
/** Of a filter: what lies beyond is a slip of the keyboard. */
export const day = z.iso
  .date("Enter a date")
  .refine((text) => text >= "2000" && text < "2100", "Enter a date between 2000 and 2099");
/** What lies beyond is a slip, and more than the database can keep. */
export const nearMoment = z.iso
  .datetime("Enter a day and a time")
  .refine((text) => text >= "2000" && text < "2100", "Enter a date between 2000 and 2099");
/** Counting ends where nobody wants to know more. */
export const Counted = z.object({
  count: z.int(),
  isMore: z.boolean().describe("There are more than were counted"),
});
export type Counted = z.infer<typeof Counted>;
export const nothing = z.object({});
export const Done = z.object({ message: z.string() });

export const StaffMe = z.object({
  staffId: z.string(),
  name: z.string(),
  email: z.string(),
  number: z.string().nullable(),
  photo: z.string().nullable().describe("Its address"),
  roles: z.array(z.enum(staffRoles)),
  permissions: z.array(z.enum(Object.keys(permissions) as [Permission, ...Permission[]])),
  version: z.int(),
  institute: z.string(),
  timeZone: z.string().describe("The institute's: all times of the console are in it"),
  environment: z.enum(["demo", "local", "live"]),
});
export type StaffMe = z.infer<typeof StaffMe>;

/** For who wants to change the same. */
export const LastChange = z.object({ who: z.string(), at: z.iso.datetime() });
export type LastChange = z.infer<typeof LastChange>;

export const SetUpAuthenticator = z.object({
  secret: z.string().describe("For apps that cannot scan the picture"),
  picture: z.string().describe("A QR code as SVG"),
});
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const aDay = 86_400;
export const own = { staff: "own account" as const };
/** An office has one address: each person's tries are bounded apart from that. */
export const often = { points: 100, seconds: 600 };
export const signIn = { isEntrance: true, limit: often };
/** In a demonstration everybody is an owner, and anybody's address can be typed. */
export const mailing = { limit: { points: 30, seconds: aDay } };
