import { z } from "zod";

/** Below ₹1 crore: the database holds twice as much in one amount, and a longer one is a slip of the keyboard. */
const most = 999_999_999;
const tooMuch = "Enter less than ₹1 crore";

/** What staff type in as an amount of money. */
export const Amount = z.int("Enter an amount").min(0, "Enter an amount").max(most, tooMuch);
export const SignedAmount = z.int("Enter an amount").min(-most, tooMuch).max(most, tooMuch);

/** A discount in percent. What is smaller takes nothing off any price. */
export const Percent = z
  .number("Enter a percentage")
  .min(0.01, "Enter at least 0.01 %")
  .max(100, "Enter at most 100 %")
  .multipleOf(0.01, "Use at most two decimals");
