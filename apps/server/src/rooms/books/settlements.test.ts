import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { payment } from "../../db/tables/payment.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { orderCourse, payAtGateway, settle } from "../../test/paying.ts";
import { ask, buyer, inDashboard, letProviderFinish } from "../../test/refunding.ts";
import { newStaff } from "../../test/staff.ts";

const day = 86_400_000;
const heading =
  "entity_id,type,debit,credit,amount,currency,fee,tax,settled_at,settlement_id,settlement_utr,description\n";
const month = testDay.toISOString().slice(0, 7);

async function startMonth() {
  const institute = await testInstitute();
  const learner = await newLearner(institute);
  const { order_id, amount } = await orderCourse(learner);
  const proof = await payAtGateway(institute, order_id);
  await settle(institute);
  return { institute, amount, paymentId: proof.razorpay_payment_id };
}

test("what the provider paid out is matched to what was paid, with its fee, as often as it is asked for", async () => {
  const { institute, amount, paymentId } = await startMonth();
  const accountant = await newStaff(institute, ["accountant"]);
  expect(await accountant.books.fetchSettlements({ month })).toEqual({ settlements: 0, lines: 0, changed: 0 });
  institute.setNow(new Date(testDay.getTime() + 8 * day));
  const later = await newStaff(institute, ["accountant"]);
  expect((await later.books.settlements({ month })).differences).toMatchObject([
    { kind: "not settled", entityId: paymentId, orderId: expect.any(String), ourInPaise: amount, theirInPaise: 0 },
  ]);
  for (let again = 0; again < 2; again++) {
    const changed = again === 0 ? 1 : 0;
    expect(await later.books.fetchSettlements({ month })).toEqual({ settlements: 1, lines: 1, changed });
    const { settlements, days, differences } = await later.books.settlements({ month });
    const fee = Math.round(amount * 0.0236);
    expect(settlements).toMatchObject([{ amountInPaise: amount - fee, feeInPaise: fee, lines: 1, unmatched: 0 }]);
    expect(days).toEqual([
      {
        ...{ day: testDay.toISOString().slice(0, 10), paidInPaise: amount, refundedInPaise: 0, feeInPaise: fee },
        ...{ bankInPaise: amount - fee, openInPaise: 0 },
      },
    ]);
    expect(differences).toEqual([]);
    const [stored] = await institute.db.select().from(payment).where(eq(payment.providerPaymentId, paymentId));
    expect(stored?.feeInPaise).toBe(fee);
  }
});

test("refunds are taken off the settlement, and the order says when the bank got its money", async () => {
  const institute = await testInstitute();
  const bought = await buyer(institute);
  const owner = await newStaff(institute, ["owner"]);
  await ask(owner, bought, { amountInPaise: 100_000, endsAccess: false });
  await letProviderFinish(institute);
  institute.setNow(new Date(testDay.getTime() + 8 * day));
  const later = await newStaff(institute, ["owner"]);
  expect(await later.books.fetchSettlements({ month })).toEqual({ settlements: 1, lines: 2, changed: 2 });
  const { settlements, days, differences } = await later.books.settlements({ month });
  const fee = Math.round(bought.amount * 0.0236);
  const bankInPaise = bought.amount - fee - 100_000;
  expect(settlements).toMatchObject([{ amountInPaise: bankInPaise, lines: 2, unmatched: 0 }]);
  expect(days).toMatchObject([
    { paidInPaise: bought.amount, refundedInPaise: 100_000, feeInPaise: fee, bankInPaise, openInPaise: 0 },
  ]);
  expect(differences).toEqual([]);
  const { payments, timeline } = await later.refund.read({ orderId: bought.orderId });
  const settlementId = settlements[0]?.settlementId;
  expect(payments).toMatchObject([{ settlement: { settlementId, creditInPaise: bought.amount - fee } }]);
  expect(timeline.at(-1)?.detail).toContain(`Settlement ${settlementId}, UTR `);
});

test("a report as CSV is taken whole, and what does not match is listed", async () => {
  const { institute, amount, paymentId } = await startMonth();
  const accountant = await newStaff(institute, ["accountant"]);
  const at = `${testDay.toISOString().slice(8, 10)}/${testDay.toISOString().slice(5, 7)}/${month.slice(0, 4)} 09:00:00`;
  const rupees = (paise: number) => (paise / 100).toFixed(2);
  const text =
    `${heading}${paymentId},payment,0.00,${rupees(amount - 5000)},${rupees(amount)},INR,40.00,6.10,${at},setl_abcdef,UTR1,"a, b"\r\n` +
    `pay_unknown1,payment,0,"1,000.00",1000.00,INR,,,${at},setl_abcdef,UTR1,\r\n` +
    `rfnd_unknown,refund,500.00,0,500.00,INR,0,0,${at},setl_abcdef,UTR1,\r\n` +
    `adj_unknown1,adjustment,12.5,0,12.50,INR,0,0,${at},setl_abcdef,UTR1,\r\n` +
    `adj_unknown1,adjustment,12.5,0,12.50,INR,0,0,${at},setl_abcdef,UTR1,\r\n` +
    `pay_notyet11,payment,0,1.00,1.00,INR,0,0,,,,\r\n`;
  for (let again = 0; again < 2; again++)
    expect(await accountant.books.importSettlements({ text, fileName: "recon.csv" })).toEqual({
      ...{ faults: [], settlements: 1, lines: 4, changed: again === 0 ? 4 : 0 },
    });
  const { settlements, differences } = await accountant.books.settlements({ month });
  expect(settlements).toMatchObject([
    { utr: "UTR1", lines: 4, unmatched: 4, amountInPaise: amount - 5000 + 100_000 - 50_000 - 1250 },
  ]);
  const found = differences.map(({ kind, entityId, ourInPaise, theirInPaise }) => [
    kind,
    entityId,
    ourInPaise,
    theirInPaise,
  ]);
  expect(found.sort()).toEqual(
    [
      ["another amount", paymentId, amount, amount - 1000],
      ["correction", "adj_unknown1", 0, -1250],
      ["unknown payment", "pay_unknown1", 0, 100_000],
      ["unknown refund", "rfnd_unknown", 0, 50_000],
    ].sort(),
  );
});

test("a dispute that was given up is found in the provider's correction, and the largest amounts are added up", async () => {
  const institute = await testInstitute();
  const bought = await buyer(institute);
  const { id } = await inDashboard(institute, `payments/${bought.paymentId}/dispute`, { reason: "fraudulent" });
  await inDashboard(institute, `disputes/${id}`, { status: "lost" });
  await settle(institute);
  const owner = await newStaff(institute, ["owner"]);
  const decided = { decision: "given up", endsAccess: false, note: "Not worth a court" } as const;
  await owner.refund.settleDispute({ disputeId: id, ...decided });
  const rupees = (bought.amount / 100).toFixed(2);
  const at = "16/11/2026 10:00:00";
  const csv = `${heading}${bought.paymentId},payment,0,${rupees},${rupees},INR,0,0,${at},setl_abcdef,UTR1,
${id},adjustment,${rupees},0,${rupees},INR,0,0,${at},setl_abcdef,UTR1,
pay_other11,payment,0,21474836.47,21474836.47,INR,21474836.47,0,${at},setl_ghijkl,UTR2,
`;
  expect(await owner.books.importSettlements({ text: csv, fileName: "recon.csv" })).toMatchObject({
    faults: [],
    lines: 3,
  });
  const { settlements, differences, days } = await owner.books.settlements({ month });
  expect(settlements.find(({ settlementId }) => settlementId === "setl_abcdef")).toMatchObject({
    lines: 2,
    unmatched: 0,
  });
  expect(differences).toMatchObject([
    { kind: "unknown payment", entityId: "pay_other11", theirInPaise: 2 * 2_147_483_647 },
  ]);
  expect(days).toMatchObject([{ refundedInPaise: bought.amount, bankInPaise: 0, openInPaise: 0 }]);
  const again = `${heading}${bought.paymentId},payment,0,${rupees},${rupees},INR,0,0,${at},setl_mnopqr,UTR3,\n`;
  await owner.books.importSettlements({ text: again, fileName: "recon.csv" });
  const twice = (await owner.books.settlements({ month })).differences.filter(({ kind }) => kind === "settled twice");
  expect(twice.map(({ entityId }) => entityId)).toEqual([bought.paymentId, bought.paymentId]);
});

test("a file with a wrong line is not taken at all, and the line is named", async () => {
  const institute = await testInstitute();
  const accountant = await newStaff(institute, ["accountant"]);
  const send = (text: string) => accountant.books.importSettlements({ text, fileName: "x.csv" });
  const good = "pay_abcdef,payment,0,1.00,1.00,INR,0,0,17/11/2026,setl_abcdef,U,\n";
  const wrong: [string, string][] = [
    ["a,b\n1,2\n", "The file has no column entity_id, type, debit, credit, fee, tax, settlement_id, settled_at."],
    [heading, "No line of the file is settled."],
    [
      `${heading}${good}${good.replace("1.00", "1.005")}`,
      "Line 3: An amount is not a number with at most two decimals.",
    ],
    [`${heading}${good.replace("1.00", "-1")}`, "Line 2: An amount is not a number with at most two decimals."],
    [`${heading}${good.replace("17/11/2026", "31/02/2026")}`, "Line 2: settled_at is not a date."],
    [
      `${heading}${good}${good.replace("1.00", "2.00")}`,
      "Line 3: pay_abcdef stands twice in this settlement, with other figures.",
    ],
    [`${heading}${good.replace("pay_abcdef", "=cmd()")}`, "Line 2: entity_id is not an id."],
    [
      `${heading}${good.replace("1.00", "99999999999")}`,
      "Line 2: An amount is not a number with at most two decimals.",
    ],
  ];
  for (const [text, fault] of wrong) expect((await send(text)).faults).toEqual([fault]);
  await expect(send(`${heading}"open`)).rejects.toMatchObject({ code: "NOT_A_TABLE" });
  expect((await accountant.books.settlements({ month: "2026-11" })).settlements).toEqual([]);
});
