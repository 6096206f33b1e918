import { type Checks, threeLettersFirst } from "./lead.ts";
import { isEmail, isMobileNumber } from "./text.ts";

export const groupOpensAfterMs = 1000;
export const alertClosesAfterMs = 4000;

/** Rules and error messages of the registration form. */
export const registrationChecks: Checks<"username" | "email" | "mobileNumber"> = {
  username: { isFine: (text) => threeLettersFirst.test(text), message: "invalid username" },
  email: { isFine: isEmail, message: "invalid email" },
  mobileNumber: { isFine: isMobileNumber, message: "invalid mobileNumber" },
};
