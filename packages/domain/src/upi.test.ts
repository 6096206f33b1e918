import { expect, test } from "vitest";
import { upiLink, vpaPattern } from "./upi.ts";

test("the link has payee, exact amount, a note that every app takes, and a reference", () => {
  const link = upiLink({
    ...{ vpa: "shoreline@okbank", payee: "Shoreline Academy", amountInPaise: 1_999_905 },
    ...{ note: "Python & Django: 1st instalment – Asha", reference: "a1b2-c3d4" },
  });
  expect(link).toBe(
    "upi://pay?pa=shoreline@okbank&pn=Shoreline%20Academy&am=19999.05&cu=INR&tn=Python%20Django%201st%20instalment%20Asha&tr=a1b2c3d4",
  );
});

test("an address of a payee has a name and a handle", () => {
  for (const right of ["shoreline@okbank", "9876543210@upi", "a.b-c_d@hdfc"]) expect(vpaPattern.test(right)).toBe(true);
  for (const wrong of ["shoreline", "@upi", "a@b@c", "a b@upi", "shoreline@okbank&am=1"])
    expect(vpaPattern.test(wrong)).toBe(false);
});
