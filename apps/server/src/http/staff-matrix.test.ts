import { type Api, api, type Endpoint, splitRoute, staffRoutes } from "@shoreline/contract";
import { mayDo, type Permission, permissions, staffRoles, staffSessionMs } from "@shoreline/domain/staff";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { staff, staffSession } from "../db/tables/staff.ts";
import { testDay } from "../test/global-setup.ts";
import { testInstitute } from "../test/institute.ts";
import { newLearner } from "../test/learner.ts";
import { newStaff } from "../test/staff.ts";

const institute = await testInstitute();

type StaffRooms = Pick<Api, keyof typeof staffRoutes>;
/** Every call that needs a permission. The types make sure that the table misses none. */
type StaffCall = {
  [Room in keyof StaffRooms & string]: {
    [Name in keyof StaffRooms[Room] & string]: StaffRooms[Room][Name] extends { staff?: infer P }
      ? [P] extends [undefined]
        ? never
        : `${Room}.${Name}`
      : never;
  }[keyof StaffRooms[Room] & string];
}[keyof StaffRooms & string];

const nobody = "00000000-0000-4000-8000-000000000000";

/** The day has passed: nothing comes of it. */
const batchForm = {
  ...{
    courseId: "sql",
    name: "",
    from: "2020-01-06",
    pattern: [{ weekday: 1, from: "09:00", classes: 1 }],
    seats: null,
  },
  ...{ batchTime: "9-10", batchType: "week-days", trainerId: null, roomId: null, meetingUrl: "", makesMeetings: false },
  joinUntil: null,
};

const film = { name: "Loops", seconds: 60, chapters: [] };
const homeworkForm = { title: "Loops", text: "Exercise 3", dueOn: null, allowsLate: true, rubric: [] };

/** Input that somebody with the right could send. Nothing of it may change what other cases rely on. */
const inputs: Record<StaffCall, Record<string, unknown>> = {
  "staff.me": {},
  "staff.editMe": { name: "Meera Krishnan", number: null, version: 0 },
  "staff.signOut": {},
  "staff.prove": { code: "123456" },
  "staff.proveOptions": {},
  "staff.provePasskey": { response: { id: "x", rawId: "x", type: "public-key", response: {} } },
  "staff.devices": {},
  "staff.newPasskey": {},
  "staff.addPasskey": { response: { id: "x", rawId: "x", type: "public-key", response: {} } },
  "staff.removePasskey": { id: "x" },
  "staff.newAuthenticator": {},
  "staff.addAuthenticator": { code: "123456" },
  "staff.removeAuthenticator": {},
  "staff.newRecoveryCodes": {},
  "staff.endSession": { id: "x" },
  "staff.people": {},
  "staff.invite": { name: "", email: "nobody", roles: [] },
  "staff.inviteAgain": { staffId: "x" },
  "staff.changeRoles": { staffId: "x", roles: ["trainer"], version: 0 },
  "staff.reset": { staffId: "x" },
  "staff.close": { staffId: "x" },
  "staff.reopen": { staffId: "x" },
  "staff.audit": {},
  "staff.changePhoto": { picture: "" },
  "staff.removePhoto": {},
  "desk.today": {},
  "desk.classes": {},
  "desk.payments": {},
  "desk.failed": {},
  "desk.expiring": {},
  "desk.search": { words: "asha" },
  "desk.courses": { words: "sql" },
  "desk.course": { courseId: "sql" },
  "inbox.list": {},
  "inbox.counts": {},
  "inbox.owners": {},
  "inbox.read": { leadId: nobody },
  "inbox.create": { name: "", email: null, number: null },
  "inbox.change": { leadId: nobody, version: 0 },
  "inbox.note": { leadId: nobody, kind: "note", text: "Hello" },
  "inbox.mail": { leadId: nobody, subject: "Hello", text: "Hello" },
  "inbox.merge": { leadId: nobody, otherId: nobody },
  "inbox.unmerge": { leadId: nobody, otherId: nobody },
  "inbox.spam": { leadId: nobody, isSpam: true },
  "inbox.handOver": { fromId: nobody, toId: null },
  "inbox.bulk": { leadIds: [nobody], change: { status: "lost", lostReason: "No time" } },
  "inbox.export": { words: "nobody" },
  "inbox.exportSheet": { words: "nobody" },
  "inbox.checkImport": { text: "", fileName: "leads.csv" },
  "inbox.import": { text: "", fileName: "leads.csv" },
  "inbox.templates": {},
  "inbox.saveTemplate": { name: "", kind: "mail", subject: "", text: "" },
  "inbox.removeTemplate": { templateId: nobody },
  "inbox.views": {},
  "inbox.saveView": { name: "", query: "", isShared: false },
  "inbox.removeView": { viewId: nobody },
  "inbox.changeAssignment": { assignment: "by hand", version: 99 },
  "registrants.webinars": {},
  "registrants.list": { webinarId: nobody },
  "registrants.attendance": { webinarId: nobody, seatIds: [nobody], attended: true },
  "registrants.write": { webinarId: nobody, to: "everybody", subject: "Hello", text: "Hello", attemptId: nobody },
  "report.leads": {},
  "connection.keys": {},
  "connection.makeKey": { name: "", scopes: [] },
  "connection.revokeKey": { keyId: nobody },
  "connection.webhooks": {},
  "connection.saveWebhook": { url: "", events: [], isOn: true },
  "connection.removeWebhook": { webhookId: nobody },
  "connection.webhookSecret": { webhookId: nobody },
  "connection.testWebhook": { webhookId: nobody },
  "connection.deliveries": { webhookId: nobody },
  "connection.deliverAgain": { deliveryId: nobody },
  "meetings.accounts": {},
  "meetings.saveAccount": { kind: "zoom", name: "", settings: {}, atOnce: 1 },
  "meetings.testAccount": { accountId: nobody },
  "meetings.closeAccount": { accountId: nobody },
  "meetings.ofClass": { classId: nobody },
  "meetings.open": { classId: nobody },
  "books.months": {},
  "books.month": { month: "2026-11" },
  "books.documents": { month: "2026-11" },
  "books.csv": { month: "2026-11" },
  "books.gstr1": { month: "2026-11" },
  "books.tally": { month: "2026-11" },
  "books.settlements": { month: "2026-11" },
  "books.fetchSettlements": { month: "2026-11" },
  "books.importSettlements": { text: "x", fileName: "x.csv" },
  "plan.outstanding": {},
  "plan.read": { saleId: nobody },
  "plan.send": { dueId: nobody, channel: "mail", attemptId: nobody },
  "plan.change": { saleId: nobody, version: 0, dues: [] },
  "plan.lift": { saleId: nobody, version: 0, until: "2026-12-01" },
  "plan.stopAutomatic": { saleId: nobody },
  "plan.writeOff": { dueId: nobody, version: 0, reason: "Moved abroad" },
  "coupon.list": {},
  "coupon.read": { couponId: nobody },
  "coupon.save": { code: "" },
  "coupon.withdraw": { couponId: nobody },
  "coupon.uses": { couponId: nobody },
  "coupon.saveEarlyBird": { courseId: "nothing", priceInPaise: 0, lastDay: "2026-12-01" },
  "coupon.removeEarlyBird": { courseId: "nothing" },
  "refund.list": {},
  "refund.read": { orderId: nobody },
  "refund.waiting": {},
  "refund.paper": { orderId: nobody, number: "x" },
  "refund.ask": {
    orderId: nobody,
    providerPaymentId: "x",
    amountInPaise: 1,
    reason: "x",
    way: "source",
    endsAccess: false,
    attemptId: nobody,
  },
  "refund.decide": { refundId: nobody, isApproved: false, version: 0 },
  "refund.give": { refundId: nobody, version: 0 },
  "refund.again": { refundId: nobody, isSent: false, version: 0 },
  "refund.endAccess": { refundId: nobody, isEnded: false, version: 0 },
  "refund.settleDispute": { disputeId: "disp_0", decision: "still owed", endsAccess: false, note: "Paid again" },
  "refund.settle": { flagId: nobody, decision: "accept", note: "x" },
  "timetable.read": { from: "2026-11-16", days: 7 },
  "timetable.preview": { classId: nobody },
  "timetable.move": { classId: nobody, seen: [{ classId: nobody, sequence: 0 }], tells: true },
  "timetable.undo": { changeId: nobody },
  "timetable.drafts": {},
  "timetable.propose": {
    drafts: [{ draftId: nobody, classesAWeek: 5, days: "any" }],
  },
  "timetable.proposal": { proposalId: nobody },
  "timetable.changeLine": { proposalId: nobody, draftId: nobody, plan: null },
  "timetable.accept": { proposalId: nobody },
  "timetable.drop": { proposalId: nobody },
  "transfer.preview": { purchaseId: nobody },
  "transfer.batch": {
    purchaseId: nobody,
    batchTime: "9-10",
    batchType: "week-days",
    seen: { batchTime: "1-2", batchType: "week-days", batchId: null },
  },
  "transfer.course": {
    purchaseId: nobody,
    courseId: "python",
    batchTime: "9-10",
    batchType: "week-days",
    expectedCarriedInPaise: 0,
    expectedPriceInPaise: 0,
    reason: "Wants to program",
    dues: [],
    attemptId: nobody,
  },
  "teaching.list": {},
  "teaching.read": { classId: nobody },
  "teaching.roll": { classId: nobody, marks: [{ markId: nobody, learnerId: nobody, mark: "present", at: testDay }] },
  "teaching.finish": { classId: nobody, rest: "absent" },
  "teaching.change": { classId: nobody, topicHeld: "Loops" },
  "teaching.note": { classId: nobody, text: "Bring your laptop", noteId: nobody },
  "teaching.history": { classId: nobody, learnerId: nobody },
  "grading.list": {},
  "grading.batches": {},
  "grading.read": { homeworkId: nobody },
  "grading.set": { homeworkId: nobody, classId: nobody, ...homeworkForm },
  "grading.change": { homeworkId: nobody, version: 0, ...homeworkForm },
  "grading.remove": { homeworkId: nobody, handedIn: 0 },
  "grading.mark": { homeworkId: nobody, learnerIds: [nobody], isDone: true },
  "grading.work": { homeworkId: nobody, learnerId: nobody },
  "grading.grade": {
    ...{ homeworkId: nobody, learnerId: nobody, gradingId: nobody, revision: 0, outcome: "done", points: null },
  },
  "answering.list": {},
  "answering.count": {},
  "answering.read": { questionId: nobody },
  "answering.answer": { questionId: nobody, answerId: nobody, text: "So." },
  "answering.mark": { questionId: nobody, answerId: null },
  "answering.hide": { questionId: nobody, reason: "Not kind" },
  "answering.show": { questionId: nobody },
  "answering.pin": { questionId: nobody, isPinned: true },
  "answering.settle": { questionId: nobody },
  "answering.readDigest": {},
  "answering.setDigest": { wantsMail: true },
  "grading.compare": { homeworkId: nobody, submissionId: nobody, otherId: nobody },
  "standing.own": {},
  "standing.batches": {},
  "standing.read": { batchId: nobody },
  "standing.learner": { batchId: nobody, learnerId: nobody },
  "standing.message": { batchId: nobody, learnerIds: [nobody], subject: "Hello", text: "Hello", attemptId: nobody },
  "standing.rules": {},
  "standing.saveRules": {
    ...{ attendancePercent: null, missedInARow: null, overdueHomework: null, silentDays: null, version: 99 },
  },
  "teaching.substitutes": { classId: nobody },
  "teaching.substitute": { classId: nobody, trainerId: nobody, until: null },
  "library.startUpload": { name: "slides.pdf", bytes: 10, classId: nobody },
  "library.upload": { fileId: nobody },
  "library.storage": {},
  "library.recordings": { classId: nobody },
  "library.addRecording": { recordingId: nobody, classId: nobody, fileId: nobody, ...film },
  "library.changeRecording": { recordingId: nobody, version: 0, ...film },
  "library.removeRecording": { recordingId: nobody, watchers: 0 },
  "library.addCaptions": { recordingId: nobody, fileId: nobody, language: "en", label: "English" },
  "library.removeCaptions": { recordingId: nobody, language: "en" },
  "library.recordingRules": {},
  "library.saveRecordingRules": { recordingPercent: 80, countRecordings: false, version: 99 },
  "library.courses": {},
  "library.firstCourse": {},
  "library.materials": { courseId: "python" },
  "library.material": { materialId: nobody },
  "library.addMaterial": {
    materialId: nobody,
    classId: nobody,
    kind: "link",
    name: "Slides",
    url: "https://a.example",
  },
  "library.renameMaterial": { materialId: nobody, name: "Slides" },
  "library.removeMaterial": { materialId: nobody },
  "library.previewRemoval": { recordings: null, material: 6, handedIn: null },
  "library.saveKeepFiles": { recordings: null, material: 6, handedIn: null, version: 0 },
  "library.saveStorage": {
    ...{ courseGigabytes: 20, instituteGigabytes: 200, version: 99 },
    fileTypes: [{ ending: "pdf", type: "application/pdf" }],
  },
  "award.learners": {},
  "award.list": {},
  "award.names": { purchaseIds: [nobody] },
  "award.preview": { purchaseId: nobody },
  "award.issue": { purchaseIds: [nobody], attemptId: nobody },
  "award.issueBelow": { purchaseId: nobody, reason: "Passed the exam", attemptId: nobody },
  "award.revoke": { certificateId: "NOBODY00001", reason: "A mistake" },
  "award.reissue": { certificateId: "NOBODY00001", name: "Kavya Raman", reason: "A mistake", attemptId: nobody },
  "award.rules": {},
  "award.saveRule": { courseId: "nothing", attendancePercent: null, homeworkPercent: null, test: null, version: 0 },
  "award.saveAutomatic": { issuesAutomatically: true, version: 99 },
  "award.design": {},
  "award.previewDesign": { template: "woven", signatory: null, signature: "none" },
  "award.saveDesign": { template: "woven", signatory: null, signature: "none", version: 99 },
  "planning.list": {},
  "planning.form": {},
  "planning.preview": batchForm,
  "planning.open": { ...batchForm, attemptId: nobody },
  "planning.draft": { draftId: nobody },
  "planning.saveDraft": { ...batchForm, courseId: "nowhere" },
  "planning.removeDraft": { draftId: nobody },
  "planning.read": { batchId: nobody },
  "planning.change": { ...batchForm, batchId: nobody, version: 0 },
  "planning.clone": { batchId: nobody },
  "planning.split": { ...batchForm, batchId: nobody, version: 0, purchaseIds: [nobody], attemptId: nobody },
  "planning.others": { batchId: nobody },
  "planning.merge": { batchId: nobody, version: 0, toBatchId: nobody },
  "planning.cancel": { batchId: nobody, version: 0, reason: "Too few learners", toBatchId: null },
  "planning.holidays": { year: 2027 },
  "planning.addHolidays": { days: [], year: 2027 },
  "planning.removeHoliday": { day: "2027-03-03" },
  "planning.readHolidays": { fileName: "days.txt", text: "" },
  "planning.campusRooms": {},
  "planning.saveCampusRoom": { roomId: nobody, name: "Palm", seats: null },
  "planning.closeCampusRoom": { roomId: nobody, isClosed: true },
  "planning.trainers": {},
  "planning.saveTrainer": { staffId: nobody, hours: [], courseIds: [], hoursAWeek: null, version: 0 },
  "seating.counts": {},
  "seating.requests": {},
  "seating.decide": { requestId: nobody, isAccepted: false, answer: "No seat is left" },
  "seating.waiting": {},
  "seating.find": {},
  "seating.batches": { courseId: "nothing" },
  "seating.add": { learnerId: nobody, batchId: nobody },
  "seating.remove": { waitingId: nobody },
  "seating.pauses": {},
  "seating.pause": { purchaseId: nobody, reason: "Exams" },
  "seating.resume": { pauseId: nobody, batchId: nobody },
  "seating.settings": {},
  "seating.saveSettings": { version: 99 },
  "sale.desk": {},
  "sale.person": {},
  "sale.batches": {},
  "sale.make": {},
  "sale.list": {},
  "sale.read": { saleId: nobody },
  "sale.approve": { saleId: nobody },
  "sale.refuse": { saleId: nobody, reason: "Too much" },
  "sale.withdraw": { saleId: nobody, reason: "Changed their mind" },
  "sale.take": { dueId: nobody, payment: { method: "upi", reference: "123456789012" }, attemptId: nobody },
  "sale.upiCode": {},
  "sale.receipt": { receiptId: nobody },
  "sale.drawers": {},
  "sale.openDrawer": { desk: "Nowhere", countedInPaise: 0 },
  "sale.moveCash": { drawerId: nobody, amountInPaise: 100, reason: "Change", attemptId: nobody },
  "sale.closeDrawer": { drawerId: nobody, countedInPaise: 0 },
  "sale.settings": {},
  "sale.saveSettings": {},
};

const calls = Object.entries<Record<string, string>>(staffRoutes).flatMap(([room, names]) =>
  Object.entries(names).map(([name, route]) => ({ call: `${room}.${name}`, ...splitRoute(route) })),
);
const endpointOf = (call: string) => {
  const [room = "", name = ""] = call.split(".");
  return (api as unknown as Record<string, Record<string, Endpoint>>)[room]?.[name] as Endpoint;
};
const guarded = calls.filter(({ call }) => endpointOf(call).staff !== undefined);

type Browser = Pick<ReturnType<typeof institute.visitor>, "request">;

async function send({ request }: Browser, call: string, headers: Record<string, string> = {}) {
  const { method, path } = calls.find((one) => one.call === call) as (typeof calls)[number];
  const input = inputs[call as StaffCall];
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => String(input[name] ?? "x"));
  const body = method === "GET" ? {} : { body: JSON.stringify(input) };
  return request(address, { method, headers: { "content-type": "application/json", ...headers }, ...body });
}
const codeOf = async (answer: Response) =>
  answer.headers.get("content-type")?.startsWith("application/json")
    ? ((await answer.json()) as { code?: string }).code
    : undefined;

test("the table covers every call that needs a permission and no other", () => {
  expect(Object.keys(inputs).sort()).toEqual(guarded.map(({ call }) => call).sort());
});

test("only these calls are for who is not signed in", () => {
  const open = calls.filter(({ call }) => endpointOf(call).isEntrance).map(({ call }) => call.slice(6));
  expect(open.sort()).toEqual(
    [
      ...["entrance", "enterDemo", "passkeyOptions", "passkeySignIn", "sendLink", "readLink", "signInByLink"],
      ...["setUpAuthenticator", "acceptAuthenticator", "setUpPasskey", "acceptPasskey"],
    ].sort(),
  );
});

test("only these calls are for other programs, and a key is the only way to them", async () => {
  const byKey = calls.filter(({ call }) => endpointOf(call).key);
  expect(byKey.map(({ call }) => call).sort()).toEqual(["connection.addLead", "connection.readLeads"]);
  expect(calls).toHaveLength(
    guarded.length + byKey.length + calls.filter(({ call }) => endpointOf(call).isEntrance).length,
  );
  const owner = await newStaff(institute, ["owner"]);
  const learner = await newLearner(institute);
  for (const { method, path } of byKey)
    for (const headers of [{}, { authorization: "Bearer x" }, { authorization: `Bearer ${learner.token}` }]) {
      const body = method === "GET" ? {} : { body: "{}" };
      const answer = await owner.request(path, {
        method,
        headers: { "content-type": "application/json", ...headers },
        ...body,
      });
      expect([path, answer.status, await codeOf(answer)]).toEqual([path, 401, "WRONG_KEY"]);
    }
});

test("every permission has a call", () => {
  const used = new Set<unknown>(guarded.map(({ call }) => endpointOf(call).staff));
  expect([...used].sort()).toEqual(Object.keys(permissions).sort());
});

const refusals = ["STAFF_ONLY", "NOT_ALLOWED"];

for (const role of staffRoles)
  test(`${role}: every call answers or is refused as the table of permissions says`, async () => {
    for (const { call } of guarded) {
      const who = await newStaff(institute, [role]);
      const code = await codeOf(await send(who, call));
      const isAllowed = mayDo([role], endpointOf(call).staff as Permission);
      expect([call, refusals.includes(code ?? "") ? code : "reached"]).toEqual([
        call,
        isAllowed ? "reached" : "NOT_ALLOWED",
      ]);
    }
  });

test("nobody, a learner, a closed account, an ended and an old session are refused everywhere", async () => {
  const closed = await newStaff(institute, ["owner"]);
  await institute.db.update(staff).set({ closedAt: testDay }).where(eq(staff.id, closed.person.id));
  const ended = await newStaff(institute, ["owner"]);
  await institute.db.delete(staffSession).where(eq(staffSession.id, ended.session.id));
  const old = await newStaff(institute, ["owner"]);
  const startedAt = new Date(testDay.getTime() - staffSessionMs);
  await institute.db.update(staffSession).set({ startedAt }).where(eq(staffSession.id, old.session.id));
  const learner = await newLearner(institute);
  const withLearnersToken = institute.visitor({
    headers: { cookie: `staff=${learner.token}`, authorization: `Bearer ${learner.token}` },
  });
  const strangers = [institute.visitor(), withLearnersToken, closed, ended, old];
  for (const { call } of guarded)
    for (const who of strangers) {
      const answer = await send(who, call);
      expect([call, answer.status, await codeOf(answer)]).toEqual([call, 401, "STAFF_ONLY"]);
    }
});

test("a proof older than five minutes is not enough for what needs a fresh one", async () => {
  for (const { call } of guarded) {
    const who = await newStaff(institute, ["owner"]);
    const provedAt = new Date(testDay.getTime() - 5 * 60_000);
    await institute.db.update(staffSession).set({ provedAt }).where(eq(staffSession.id, who.session.id));
    const isRefused = (await codeOf(await send(who, call))) === "FRESH_PROOF_NEEDED";
    expect([call, isRefused]).toEqual([call, endpointOf(call).needsFreshProof === true]);
  }
});

test("what another website sends with the cookie of staff is refused", async () => {
  const who = await newStaff(institute, ["owner"]);
  for (const origin of ["https://evil.example", "null", "http://127.0.0.1:3000.evil.example"])
    for (const { call } of guarded) {
      const answer = await send(who, call, { origin, host: "127.0.0.1:3000" });
      expect([call, answer.status, await codeOf(answer)]).toEqual([call, 403, "FOREIGN_ORIGIN"]);
    }
  expect((await send(who, "staff.me", { origin: "http://127.0.0.1:3000" })).status).toBe(200);
});
