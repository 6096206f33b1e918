import { expect, test } from "vitest";
import { enrolAtDesk, inCash } from "../../test/desk.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { ask, buyer, idOf } from "../../test/refunding.ts";
import { newStaff } from "../../test/staff.ts";

const month = testDay.toISOString().slice(0, 7);

test("money of the desk goes to the bank or to Cash, money of the provider to the payment gateway, and back the same way", async () => {
  const institute = await testInstitute();
  const owner = await newStaff(institute, ["owner"]);
  await owner.sale.openDrawer({ desk: "Front desk", countedInPaise: 1_000_000 });
  await buyer(institute);
  await enrolAtDesk(owner);
  await enrolAtDesk(owner, { payment: inCash });
  await institute.runJobs();
  const { orders } = await owner.refund.list({ method: "upi" });
  const desk = orders.find(({ channel }) => channel === "desk");
  const orderId = await idOf(institute, desk?.providerOrderId ?? "");
  const taken = { orderId, paymentId: desk?.providerOrderId ?? "", amount: 100_000 };
  for (const way of ["bank transfer", "cash"]) {
    const { refundId, version } = await ask(owner, taken, { way, endsAccess: false });
    await owner.refund.give({ refundId, version, reference: "NEFT 1" });
  }
  const xml = Buffer.from((await owner.books.tally({ month })).bytes).toString();
  const accountsOf = (type: string) =>
    [...xml.matchAll(new RegExp(`<VOUCHER REMOTEID="${type} .*?</VOUCHER>`, "g"))].map(([voucher]) =>
      [...voucher.matchAll(/<LEDGERNAME>(.*?)</g)].map(([, name]) => name).find((name) => name !== "Learners"),
    );
  expect(accountsOf("Receipt")).toEqual(["Payment gateway", "Bank account", "Cash"]);
  expect(accountsOf("Payment")).toEqual(["Bank account", "Cash"]);
});
