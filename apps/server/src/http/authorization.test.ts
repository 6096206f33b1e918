import { randomUUID } from "node:crypto";
import {
  type Api,
  allRoutes,
  api,
  type ClassroomPart,
  classroomParts,
  type Endpoint,
  splitRoute,
} from "@shoreline/contract";
import { sessionIdleMs } from "@shoreline/domain/account";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { guardian, passkey } from "../db/tables/account.ts";
import { course } from "../db/tables/course.ts";
import { notification } from "../db/tables/notification.ts";
import { batchPlace } from "../db/tables/schedule.ts";
import { issueCertificate } from "../rooms/certificate/issue.ts";
import { findMandate } from "../rooms/due/mandate.ts";
import { startUpload } from "../rooms/lesson/start-upload.ts";
import { newAuthenticator } from "../test/authenticator.ts";
import { testDay } from "../test/global-setup.ts";
import { newHomework } from "../test/homework.ts";
import { testInstitute } from "../test/institute.ts";
import { codeFor, exportOf, form, newLearner, newNumber, ticketFor } from "../test/learner.ts";
import { giveCourse } from "../test/paying.ts";
import { newBatch } from "../test/places.ts";
import { newMandate, newPlan } from "../test/plans.ts";
import { newSubscription } from "../test/push-service.ts";
import { askQuestion, newAnswer } from "../test/questions.ts";
import { newRecording } from "../test/recordings.ts";
import { newRegistrant, newWebinar, takeConfirmedSeat } from "../test/webinars.ts";

const institute = await testInstitute();
type Learner = Awaited<ReturnType<typeof newLearner>>;

/** Every signed-in call by name, such as `account.read`. The types make sure that the matrix misses none. */
type SignedInCall = {
  [Room in keyof Api & string]: {
    [Name in keyof Api[Room] & string]: Api[Room][Name] extends Endpoint
      ? true extends NonNullable<Api[Room][Name]["signedIn"]>
        ? `${Room}.${Name}`
        : never
      : never;
  }[keyof Api[Room] & string];
}[keyof Api & string];

type Case = {
  /** Input that the right learner could send. */
  input: Record<string, unknown>;
  /** Proves that this call does not give one learner access to another learner's data. */
  protectsOthers(me: Learner, other: Learner): Promise<void>;
};

const readsOwn = (read: (who: Learner) => Promise<unknown>) => async (me: Learner, other: Learner) => {
  expect(JSON.stringify(await read(other))).not.toContain(me.mobileNumber);
};

const someQuestion = { courseId: "python", questionId: randomUUID() };

const keepsQuestion =
  (reach: (who: Learner, one: typeof someQuestion) => Promise<unknown>) => async (me: Learner, other: Learner) => {
    await enrol(me);
    await enrol(other);
    const one = await askQuestion(me);
    await expect(reach(other, one)).rejects.toMatchObject({ code: "UNKNOWN_QUESTION" });
    expect(await me.question.read(one)).toMatchObject({ title: "What is a generator?", answers: 0 });
  };

const everyPart = Object.keys(classroomParts) as ClassroomPart[];

const matrix: Record<SignedInCall, Case> = {
  "account.read": { input: {}, protectsOthers: readsOwn((who) => who.account.read({})) },
  "account.edit": {
    input: form,
    async protectsOthers(me, other) {
      await other.account.edit({ ...form, firstName: "Another", _id: (await me.account.read({}))._id } as never);
      expect((await me.account.read({})).firstName).toBe("Kavya");
    },
  },
  "account.channels": { input: {}, protectsOthers: readsOwn((who) => who.account.channels({})) },
  "account.changeNumber": {
    input: { mobileNumber: "9123456780", ticket: "some-ticket", newTicket: "another" },
    async protectsOthers(me, other) {
      institute.setNow(new Date(testDay.getTime() + 240_000));
      const mobileNumber = newNumber();
      const change = {
        mobileNumber,
        ticket: await ticketFor(institute, me.mobileNumber),
        newTicket: await ticketFor(institute, mobileNumber),
      };
      await expect(other.account.changeNumber(change)).rejects.toMatchObject({ code: "DEAD_TICKET" });
      institute.setNow(testDay);
      expect((await me.account.read({})).mobileNumber).toBe(me.mobileNumber);
    },
  },
  "account.logout": {
    input: {},
    async protectsOthers(me, other) {
      await other.account.logout({ everywhere: true });
      expect((await me.account.read({})).firstName).toBe("Kavya");
    },
  },
  "account.sessions": {
    input: {},
    async protectsOthers(me, other) {
      const ids = async (who: Learner) => (await who.account.sessions({})).map(({ id }) => id);
      const [mine, theirs] = [await ids(me), await ids(other)];
      expect(mine.filter((id) => theirs.includes(id))).toEqual([]);
    },
  },
  "account.guardian": { input: {}, protectsOthers: readsOwn((who) => who.account.guardian({})) },
  "account.sendGuardianCode": {
    input: { mobileNumber: "7000000001" },
    async protectsOthers(me, other) {
      const { mobileNumber } = other;
      await me.account.sendGuardianCode({ mobileNumber });
      const named = { fullName: "Asha Raman", mobileNumber: me.mobileNumber };
      const code = codeFor(institute, mobileNumber);
      await expect(other.account.setGuardian({ ...named, code })).rejects.toMatchObject({ code: "CODE_EXPIRED" });
    },
  },
  "account.setGuardian": {
    input: { fullName: "Asha Raman", mobileNumber: "7000000001", code: "123456" },
    async protectsOthers(me, other) {
      const mobileNumber = newNumber();
      await me.account.sendGuardianCode({ mobileNumber });
      const named = { fullName: "Asha Raman", mobileNumber, code: codeFor(institute, mobileNumber) };
      await expect(other.account.setGuardian(named)).rejects.toMatchObject({ code: "CODE_EXPIRED" });
      await me.account.setGuardian(named);
      expect(await institute.db.select().from(guardian)).toHaveLength(1);
    },
  },
  "account.endSession": {
    input: { id: "00000000-0000-4000-8000-000000000000" },
    async protectsOthers(me, other) {
      const [mine] = await me.account.sessions({});
      await other.account.endSession({ id: mine?.id ?? "" });
      expect((await me.account.read({})).firstName).toBe("Kavya");
    },
  },
  "account.passkeys": {
    input: {},
    async protectsOthers(me, other) {
      await addPasskey(me);
      expect((await other.account.passkeys({})).passkeys).toEqual([]);
    },
  },
  "account.newPasskey": {
    input: {},
    async protectsOthers(me, other) {
      const options = JSON.stringify(await withPasskeys(() => other.account.newPasskey({})));
      expect(options).not.toContain(me.mobileNumber);
    },
  },
  "account.addPasskey": {
    input: { ticket: "some-ticket", response: newAuthenticator().create({ challenge: "some-challenge" }) },
    async protectsOthers(me, other) {
      await withPasskeys(async () => {
        institute.setNow(new Date(testDay.getTime() + 360_000));
        const response = newAuthenticator().create(await other.account.newPasskey({}));
        const ticket = await ticketFor(institute, me.mobileNumber);
        await expect(other.account.addPasskey({ ticket, response })).rejects.toMatchObject({ code: "DEAD_TICKET" });
        institute.setNow(testDay);
      });
    },
  },
  "account.removePasskey": {
    input: { ticket: "some-ticket", id: "some-id" },
    async protectsOthers(me, other) {
      const id = await addPasskey(me);
      const ticket = await ticketFor(institute, other.mobileNumber);
      await expect(other.account.removePasskey({ id, ticket })).rejects.toMatchObject({ code: "UNKNOWN_PASSKEY" });
      expect((await me.account.passkeys({})).passkeys.map((one) => one.id)).toContain(id);
    },
  },
  "account.export": {
    input: { ticket: "some-ticket" },
    async protectsOthers(me, other) {
      const ticket = await ticketFor(institute, me.mobileNumber);
      await expect(other.account.export({ ticket })).rejects.toMatchObject({ code: "DEAD_TICKET" });
      expect(await exportOf(institute, other)).not.toContain(me.mobileNumber);
    },
  },
  "account.remove": {
    input: { ticket: "some-ticket" },
    async protectsOthers(me, other) {
      institute.setNow(new Date(testDay.getTime() + 120_000));
      const ticket = await ticketFor(institute, me.mobileNumber);
      await expect(other.account.remove({ ticket })).rejects.toMatchObject({ code: "DEAD_TICKET" });
      institute.setNow(testDay);
      expect((await me.account.read({})).firstName).toBe("Kavya");
    },
  },
  "due.mine": {
    input: {},
    async protectsOthers(me, other) {
      await newPlan(institute, me);
      expect([(await me.due.mine({})).length, await other.due.mine({})]).toEqual([1, []]);
    },
  },
  "due.stop": {
    input: { mandateId: "00000000-0000-4000-8000-000000000000" },
    async protectsOthers(me, other) {
      const { saleId } = await newMandate(institute, me);
      const [plan] = await me.due.mine({});
      const mandateId = plan?.automatic?.mandateId ?? "";
      await expect(other.due.stop({ mandateId })).rejects.toMatchObject({ code: "UNKNOWN_MANDATE" });
      expect(await findMandate(institute.db, saleId)).toMatchObject({ id: mandateId, state: "active" });
    },
  },
  "lesson.upload": {
    input: { fileId: randomUUID() },
    async protectsOthers(me, other) {
      const [python] = await institute.db.select().from(course).where(eq(course.courseId, "python"));
      const who = { learnerId: (await me.account.read({}))._id };
      const started = { who, courseId: python?.id ?? "", name: "essay.pdf", bytes: 10, now: testDay };
      const { fileId } = await institute.db.transaction((tx) => startUpload(tx, started));
      expect((await me.lesson.upload({ fileId })).name).toBe("essay.pdf");
      await expect(other.lesson.upload({ fileId })).rejects.toMatchObject({ code: "UNKNOWN_FILE" });
    },
  },
  "lesson.material": {
    input: { courseId: "python" },
    async protectsOthers(me, other) {
      await enrol(me);
      expect((await me.lesson.material({ courseId: "python" })).classes).toEqual([]);
      await expect(other.lesson.material({ courseId: "python" })).rejects.toMatchObject({ code: "UNKNOWN_COURSE" });
    },
  },
  "place.read": {
    input: { courseId: "python" },
    async protectsOthers(me, other) {
      await enrol(me);
      expect((await me.place.read({ courseId: "python" })).isBought).toBe(true);
      expect((await other.place.read({ courseId: "python" })).isBought).toBe(false);
    },
  },
  "place.wait": {
    input: { courseId: "python", batchId: randomUUID() },
    async protectsOthers(me, other) {
      const batchId = await newBatch(institute, { seats: 0 });
      await me.place.wait({ courseId: "python", batchId });
      expect((await other.place.read({ courseId: "python" })).waiting).toEqual([]);
    },
  },
  "place.leave": {
    input: { courseId: "python", waitingId: randomUUID() },
    async protectsOthers(me, other) {
      const batchId = await newBatch(institute, { seats: 0 });
      const [own] = (await me.place.wait({ courseId: "python", batchId })).waiting;
      const theirs = { courseId: "python", waitingId: own?.waitingId ?? "" };
      await expect(other.place.leave(theirs)).rejects.toMatchObject({ code: "UNKNOWN_WAITING" });
      expect((await me.place.read({ courseId: "python" })).waiting).toHaveLength(1);
    },
  },
  "place.accept": {
    input: { courseId: "python", waitingId: randomUUID() },
    async protectsOthers(me, other) {
      await enrol(other);
      const batchId = await newBatch(institute, { seats: 0 });
      const [own] = (await me.place.wait({ courseId: "python", batchId })).waiting;
      const theirs = { courseId: "python", waitingId: own?.waitingId ?? "" };
      await expect(other.place.accept(theirs)).rejects.toMatchObject({ code: "UNKNOWN_WAITING" });
    },
  },
  "place.ask": {
    input: { courseId: "python", batchId: randomUUID(), reason: "A new job" },
    async protectsOthers(me, other) {
      await enrol(me);
      const asked = { courseId: "python", batchId: await newBatch(institute), reason: "A new job" };
      await expect(other.place.ask(asked)).rejects.toMatchObject({ code: "UNKNOWN_SCHEDULE" });
      expect((await me.place.read({ courseId: "python" })).request).toBeNull();
    },
  },
  "place.withdraw": {
    input: { courseId: "python", requestId: randomUUID() },
    async protectsOthers(me, other) {
      await enrol(me);
      const asked = { courseId: "python", batchId: await newBatch(institute), reason: "A new job" };
      const { request } = await me.place.ask(asked);
      const theirs = { courseId: "python", requestId: request?.requestId ?? "" };
      await expect(other.place.withdraw(theirs)).rejects.toMatchObject({ code: "UNKNOWN_REQUEST" });
      expect((await me.place.read({ courseId: "python" })).request?.state).toBe("asked");
    },
  },
  "place.pause": {
    input: { courseId: "python", until: "2026-12-01", reason: "Exams" },
    async protectsOthers(me, other) {
      await enrol(me);
      const paused = { courseId: "python", until: "2026-12-01", reason: "Exams" };
      await expect(other.place.pause(paused)).rejects.toMatchObject({ code: "UNKNOWN_SCHEDULE" });
      expect((await me.place.read({ courseId: "python" })).pause).toBeNull();
    },
  },
  "place.resume": {
    input: { courseId: "python", batchId: randomUUID() },
    async protectsOthers(me, other) {
      await enrol(me);
      await me.place.pause({ courseId: "python", until: "2026-12-01", reason: "Exams" });
      const resumed = { courseId: "python", batchId: await newBatch(institute) };
      await expect(other.place.resume(resumed)).rejects.toMatchObject({ code: "UNKNOWN_SCHEDULE" });
      expect((await me.place.read({ courseId: "python" })).pause).not.toBeNull();
    },
  },
  "homework.startUpload": {
    input: { courseId: "python", name: "essay.pdf", bytes: 10 },
    async protectsOthers(me, other) {
      const { learners, mine } = await newHomework(institute, { names: ["Asha Menon"] });
      const { courseId } = mine;
      const started = await learners[0]?.homework.startUpload({ courseId, name: "essay.pdf", bytes: 10 });
      const fileId = started?.fileId ?? "";
      for (const stranger of [me, other]) {
        await expect(stranger.homework.startUpload({ courseId, name: "essay.pdf", bytes: 10 })).rejects.toMatchObject({
          code: "UNKNOWN_COURSE",
        });
        await expect(stranger.lesson.upload({ fileId })).rejects.toMatchObject({ code: "UNKNOWN_FILE" });
      }
    },
  },
  "lesson.recordings": {
    input: { courseId: "python" },
    async protectsOthers(me, other) {
      await newRecording(institute, { learner: me });
      expect((await me.lesson.recordings({ courseId: "python" })).recordings).toHaveLength(1);
      await expect(other.lesson.recordings({ courseId: "python" })).rejects.toMatchObject({ code: "UNKNOWN_COURSE" });
    },
  },
  "lesson.recording": {
    input: { courseId: "python", recordingId: randomUUID() },
    async protectsOthers(me, other) {
      const { mine } = await newRecording(institute, { learner: me });
      await newRecording(institute, { learner: other });
      expect((await me.lesson.recording(mine)).name).toBe("Loops");
      await expect(other.lesson.recording(mine)).rejects.toMatchObject({ code: "UNKNOWN_RECORDING" });
    },
  },
  "lesson.captions": {
    input: { courseId: "python", recordingId: randomUUID(), language: "en" },
    async protectsOthers(me, other) {
      const { mine } = await newRecording(institute, { learner: me });
      await newRecording(institute, { learner: other });
      expect((await me.lesson.captions({ ...mine, language: "en" })).vtt).toContain("WEBVTT");
      await expect(other.lesson.captions({ ...mine, language: "en" })).rejects.toMatchObject({
        code: "UNKNOWN_RECORDING",
      });
    },
  },
  "lesson.watch": {
    input: { courseId: "python", recordingId: randomUUID(), position: 5, parts: [[0, 5]] },
    async protectsOthers(me, other) {
      const { mine } = await newRecording(institute, { learner: me });
      await newRecording(institute, { learner: other });
      const report = { ...mine, position: 2, parts: [[0, 2]] as [number, number][] };
      await me.lesson.watch(report);
      await expect(other.lesson.watch(report)).rejects.toMatchObject({ code: "UNKNOWN_RECORDING" });
    },
  },
  "lesson.search": {
    input: { courseId: "python", words: "loops" },
    async protectsOthers(me, other) {
      await newRecording(institute, { learner: me, says: "secret pineapple" });
      await newRecording(institute, { learner: other });
      const asked = { courseId: "python", words: "pineapple" };
      expect((await me.lesson.search(asked)).hits).toHaveLength(1);
      expect((await other.lesson.search(asked)).hits).toEqual([]);
    },
  },
  "homework.list": {
    input: { courseId: "python" },
    async protectsOthers(me, other) {
      await setHomeworkFor(me);
      expect((await me.homework.list({ courseId: "python" })).homework).toHaveLength(1);
      await expect(other.homework.list({ courseId: "python" })).rejects.toMatchObject({ code: "UNKNOWN_COURSE" });
    },
  },
  "homework.read": {
    input: { courseId: "python", homeworkId: randomUUID() },
    async protectsOthers(me, other) {
      const { mine } = await newHomework(institute, { names: ["Asha Menon"] });
      await setHomeworkFor(other);
      await expect(me.homework.read(mine)).rejects.toMatchObject({ code: "UNKNOWN_COURSE" });
      await expect(other.homework.read(mine)).rejects.toMatchObject({ code: "UNKNOWN_HOMEWORK" });
    },
  },
  "homework.handIn": {
    input: { courseId: "python", homeworkId: randomUUID(), submissionId: randomUUID(), text: "Done" },
    async protectsOthers(me, other) {
      const mine = await setHomeworkFor(me);
      await setHomeworkFor(other);
      const work = { ...mine, submissionId: randomUUID(), text: "Mine" };
      await me.homework.handIn(work);
      await expect(other.homework.handIn({ ...work, text: "Theirs" })).rejects.toMatchObject({
        code: "UNKNOWN_HOMEWORK",
      });
      expect((await me.homework.read(mine)).versions).toMatchObject([{ version: 1, text: "Mine" }]);
    },
  },
  "progress.list": { input: {}, protectsOthers: readsOwn((who) => who.progress.list({})) },
  "progress.read": {
    input: { courseId: "python" },
    async protectsOthers(me, other) {
      await enrol(me);
      expect((await me.progress.read({ courseId: "python" })).course).toBe("Python");
      await expect(other.progress.read({ courseId: "python" })).rejects.toMatchObject({ code: "UNKNOWN_COURSE" });
    },
  },
  "question.list": {
    input: { courseId: "python" },
    async protectsOthers(me, other) {
      await enrol(me);
      await askQuestion(me);
      await enrol(other);
      expect((await other.question.list({ courseId: "python" })).questions).toEqual([]);
    },
  },
  "question.read": { input: someQuestion, protectsOthers: keepsQuestion((who, one) => who.question.read(one)) },
  "question.ask": {
    input: { ...someQuestion, title: "Why?" },
    async protectsOthers(me, other) {
      await enrol(me);
      await enrol(other);
      const one = await askQuestion(me);
      const asked = other.question.ask({ ...one, title: "Theirs" });
      await expect(asked).rejects.toMatchObject({ code: "INVALID_INPUT" });
    },
  },
  "question.answer": {
    input: { ...someQuestion, ...newAnswer() },
    protectsOthers: keepsQuestion((who, one) => who.question.answer({ ...one, ...newAnswer() })),
  },
  "question.mark": {
    input: { ...someQuestion, answerId: null },
    protectsOthers: keepsQuestion((who, one) => who.question.mark({ ...one, answerId: null })),
  },
  "question.change": {
    input: { ...someQuestion, title: "Why not?" },
    protectsOthers: keepsQuestion((who, one) => who.question.change({ ...one, title: "Theirs" })),
  },
  "question.changeAnswer": {
    input: { ...someQuestion, ...newAnswer() },
    protectsOthers: keepsQuestion((who, one) => who.question.changeAnswer({ ...one, ...newAnswer() })),
  },
  "question.remove": { input: someQuestion, protectsOthers: keepsQuestion((who, one) => who.question.remove(one)) },
  "question.report": {
    input: { ...someQuestion, reason: "Not kind" },
    protectsOthers: keepsQuestion((who, one) => who.question.report({ ...one, reason: "Not kind" })),
  },
  "question.readDigest": {
    input: {},
    async protectsOthers(me, other) {
      await me.question.setDigest({ wantsMail: false });
      expect(await other.question.readDigest({})).toEqual({ wantsMail: true });
    },
  },
  "question.setDigest": {
    input: { wantsMail: false },
    async protectsOthers(me, other) {
      await other.question.setDigest({ wantsMail: false });
      expect(await me.question.readDigest({})).toEqual({ wantsMail: true });
    },
  },
  "enrolment.list": { input: {}, protectsOthers: readsOwn((who) => who.enrolment.list({})) },
  "enrolment.buy": {
    input: { courseId: "python", isCheck: true },
    async protectsOthers(me, other) {
      await enrol(me);
      expect((await other.enrolment.buy({ courseId: "python", isCheck: true })).isPurchased).toBe(false);
    },
  },
  "enrolment.price": {
    input: { courseId: "python", couponCode: "WELCOME10" },
    async protectsOthers(me, other) {
      const asked = { courseId: "python", couponCode: "WELCOME10" };
      const { price } = await me.enrolment.price(asked);
      await me.payment.order({ amount: price * 100, ...asked });
      // Once for each: that I am paying with it does not count for others.
      await expect(me.enrolment.price({ ...asked, courseId: "java" })).rejects.toMatchObject({
        code: "COUPON_REFUSED",
      });
      expect((await other.enrolment.price(asked)).couponCode).toBe("WELCOME10");
    },
  },
  "enrolment.read": {
    input: { purchaseId: "some-purchase" },
    async protectsOthers(me, other) {
      const purchaseId = await enrol(me);
      await expect(other.enrolment.read({ purchaseId })).rejects.toMatchObject({ code: "UNKNOWN_COURSE" });
    },
  },
  "enrolment.invoice": {
    input: { purchaseId: "some-purchase" },
    async protectsOthers(me, other) {
      const purchaseId = await enrol(me);
      await expect(other.enrolment.invoice({ purchaseId })).rejects.toMatchObject({ code: "UNKNOWN_INVOICE" });
    },
  },
  "classroom.read": {
    input: { parts: ["profile", "purchases"] },
    protectsOthers: readsOwn((who) => who.classroom.read({ parts: everyPart })),
  },
  "schedule.view": {
    input: { courseId: "python" },
    async protectsOthers(me, other) {
      await enrol(me);
      await expect(other.schedule.view({ courseId: "python" })).rejects.toMatchObject({ code: "UNKNOWN_SCHEDULE" });
    },
  },
  "schedule.today": {
    input: {},
    async protectsOthers(me, other) {
      await enrol(me);
      expect((await me.schedule.today({})).courses).toHaveLength(1);
      expect(await other.schedule.today({})).toMatchObject({ next: null, courses: [] });
    },
  },
  "schedule.ask": {
    input: { courseId: "python", question: "Why?", attemptId: randomUUID() },
    async protectsOthers(me, other) {
      await enrol(me);
      const asked = { courseId: "python", question: "Why?", attemptId: randomUUID() };
      await expect(other.schedule.ask(asked)).rejects.toMatchObject({ code: "UNKNOWN_SCHEDULE" });
    },
  },
  "schedule.join": {
    input: { scheduleId: "some-class" },
    async protectsOthers(me, other) {
      await enrol(me);
      const [first] = (await me.schedule.view({ courseId: "python" })).schedules;
      const scheduleId = first?._id ?? "";
      await expect(other.schedule.join({ scheduleId })).rejects.toMatchObject({ code: "UNKNOWN_CLASS" });
      await expect(other.schedule.join({ scheduleId, isJoin: false })).rejects.toMatchObject({ code: "UNKNOWN_CLASS" });
    },
  },
  "schedule.calendar": {
    input: {},
    async protectsOthers(me, other) {
      await enrol(me);
      const { url } = await other.schedule.calendar({});
      expect(url).not.toBe((await me.schedule.calendar({})).url);
      expect(await (await other.request(url)).text()).not.toContain("BEGIN:VEVENT");
    },
  },
  "schedule.renewCalendar": {
    input: {},
    async protectsOthers(me, other) {
      const { url } = await me.schedule.calendar({});
      await other.schedule.renewCalendar({});
      expect((await me.request(url)).status).toBe(200);
    },
  },
  "certificate.list": {
    input: {},
    async protectsOthers(me, other) {
      const purchaseId = await enrol(me);
      await issueCertificate(institute.db, { purchaseId, now: testDay, reason: "A test" });
      expect((await me.certificate.list({})).certificates).toHaveLength(1);
      expect(await other.certificate.list({})).toEqual({ certificates: [], progress: [] });
    },
  },
  "certificate.bundle": {
    input: {},
    async protectsOthers(me, other) {
      await giveCertificate(me);
      await expect(other.certificate.bundle({})).rejects.toMatchObject({ code: "NOTHING_TO_BUNDLE" });
      await giveCertificate(other);
      const [own] = (await me.certificate.list({})).certificates;
      const answer = await other.certificate.bundle({}).catch((error) => error);
      const said = "bytes" in answer ? Buffer.from(answer.bytes).toString() : String(answer.code);
      expect(said).not.toContain(own?.certificateId);
    },
  },
  "showcase.read": {
    input: {},
    async protectsOthers(me, other) {
      await openPage(me);
      expect(await other.showcase.read({})).toEqual({ token: null, isHidden: false });
    },
  },
  "showcase.open": {
    input: {},
    async protectsOthers(me, other) {
      const { token } = await openPage(me);
      await me.showcase.hide({});
      expect((await openPage(other)).token).not.toBe(token);
      expect(await me.showcase.read({})).toEqual({ token, isHidden: true });
    },
  },
  "showcase.hide": {
    input: {},
    async protectsOthers(me, other) {
      const { token } = await openPage(me);
      await other.showcase.hide({});
      expect(await me.showcase.read({})).toEqual({ token, isHidden: false });
    },
  },
  "showcase.revoke": {
    input: {},
    async protectsOthers(me, other) {
      const { token } = await openPage(me);
      await other.showcase.revoke({});
      expect(await me.showcase.read({})).toEqual({ token, isHidden: false });
    },
  },
  "webinar.mine": {
    input: {},
    async protectsOthers(me, other) {
      const { slug } = await newWebinar(institute);
      await takeConfirmedSeat(institute, slug, { ...newRegistrant(), mobileNumber: me.mobileNumber });
      expect((await me.webinar.mine({})).seats).toHaveLength(1);
      expect((await other.webinar.mine({})).seats).toEqual([]);
    },
  },
  "webinar.sendLink": {
    input: { seatId: randomUUID() },
    async protectsOthers(me, other) {
      const { slug } = await newWebinar(institute);
      await takeConfirmedSeat(institute, slug, { ...newRegistrant(), mobileNumber: me.mobileNumber });
      const [seat] = (await me.webinar.mine({})).seats.filter(({ webinar }) => webinar._id === slug);
      const asked = { seatId: seat?.seatId ?? "" };
      await expect(other.webinar.sendLink(asked)).rejects.toMatchObject({ code: "UNKNOWN_SEAT" });
    },
  },
  "certificate.hideName": {
    input: { certificateId: "OCNST00001", isNameHidden: true },
    async protectsOthers(me, other) {
      const purchaseId = await enrol(me);
      await issueCertificate(institute.db, { purchaseId, now: testDay, reason: "A test" });
      const [own] = (await me.certificate.list({})).certificates;
      const choice = { certificateId: own?.certificateId ?? "", isNameHidden: true };
      await expect(other.certificate.hideName(choice)).rejects.toMatchObject({ code: "UNKNOWN_CERTIFICATE" });
      expect((await me.certificate.list({})).certificates[0]?.isNameHidden).toBe(false);
    },
  },
  "notification.list": {
    input: {},
    async protectsOthers(me, other) {
      await notify(me);
      expect((await other.notification.list({})).notifications).toEqual([]);
    },
  },
  "notification.markRead": {
    input: {},
    async protectsOthers(me, other) {
      const notificationId = await notify(me);
      await expect(other.notification.markRead({ notificationId })).rejects.toMatchObject({ status: 404 });
      await other.notification.markRead({});
      expect((await me.notification.list({})).unread).toBe(1);
    },
  },
  "notification.pushKey": { input: {}, protectsOthers: readsOwn((who) => who.notification.pushKey({})) },
  "notification.devices": {
    input: {},
    async protectsOthers(me, other) {
      const { endpoint } = await subscribe(me);
      expect((await other.notification.devices({ endpoint })).devices).toEqual([]);
    },
  },
  "notification.subscribe": {
    input: newSubscription(),
    async protectsOthers(me, other) {
      await subscribe(me);
      expect((await subscribe(other)).devices).toHaveLength(1);
      expect((await me.notification.devices({})).devices).toHaveLength(1);
    },
  },
  "notification.unsubscribe": {
    input: {},
    async protectsOthers(me, other) {
      const { endpoint, devices } = await subscribe(me);
      await other.notification.unsubscribe({ endpoint });
      await other.notification.unsubscribe({ deviceId: devices[0]?.deviceId ?? "" });
      expect((await me.notification.devices({})).devices).toHaveLength(1);
    },
  },
};

async function subscribe(who: Learner) {
  const given = newSubscription();
  return { ...given, ...(await who.notification.subscribe(given)) };
}

/** Browsers offer no passkeys at the usual address of these tests. */
async function withPasskeys<T>(work: () => Promise<T>): Promise<T> {
  const { publicUrl } = institute.deps;
  institute.deps.publicUrl = "http://localhost:3000";
  return work().finally(() => {
    institute.deps.publicUrl = publicUrl;
  });
}

async function addPasskey(who: Learner): Promise<string> {
  const { _id: learnerId } = await who.account.read({});
  const id = randomUUID();
  const row = { id, learnerId, publicKey: "a-key", counter: 0, transports: [], browser: "A phone", addedAt: testDay };
  await institute.db.insert(passkey).values(row);
  return id;
}

async function giveCertificate(who: Learner): Promise<void> {
  await issueCertificate(institute.db, { purchaseId: await enrol(who), now: testDay, reason: "A test" });
}

async function openPage(who: Learner) {
  await giveCertificate(who);
  return who.showcase.open({});
}

const enrol = (who: Learner) => giveCourse(institute, who);

/** In a batch of its own. */
async function setHomeworkFor(who: Learner) {
  const { mine, batchId } = await newHomework(institute, { names: [] });
  await institute.db.insert(batchPlace).values({ purchaseId: await enrol(who), batchId, placedAt: testDay });
  return mine;
}

async function notify(who: Learner): Promise<string> {
  const { _id: learnerId } = await who.account.read({});
  const [added] = await institute.db
    .insert(notification)
    .values({ learnerId, title: "Class in an hour", text: "Closures", sentAt: testDay })
    .returning();
  return added?.id ?? "";
}

const calls = Object.entries<Record<string, string>>(allRoutes).flatMap(([room, names]) =>
  Object.entries(names).map(([name, route]) => ({ call: `${room}.${name}`, ...splitRoute(route) })),
);
const endpointOf = (call: string) => {
  const [room = "", name = ""] = call.split(".");
  return (api as Record<string, Record<string, Endpoint>>)[room]?.[name];
};
const signedIn = calls.filter(({ call }) => endpointOf(call)?.signedIn === true);

test("the matrix covers every signed-in call and no other", () => {
  expect(Object.keys(matrix).sort()).toEqual(signedIn.map(({ call }) => call).sort());
});

const expired = await newLearner(institute);
const revoked = await newLearner(institute);
await revoked.account.logout({});

const strangers: Record<string, { token?: unknown; now?: Date }> = {
  "no token": {},
  'the token "undefined"': { token: "undefined" },
  "an unknown token": { token: "x".repeat(43) },
  "a token that is not text": { token: { $gt: "" } },
  "an expired session": { token: expired.token, now: new Date(testDay.getTime() + sessionIdleMs + 1) },
  "a revoked session": { token: revoked.token },
};

for (const { call, method, path } of signedIn) {
  const { input, protectsOthers } = matrix[call as SignedInCall];
  for (const [who, { token, now = testDay }] of Object.entries(strangers)) {
    test(`${call} is refused with ${who}, in the body or as a bearer token`, async () => {
      institute.setNow(now);
      const address = path.replace(/\{(\w+)\}/g, (_, name: string) => String(input[name] ?? "some-id"));
      const ask = (body: object, headers: Record<string, string>) =>
        institute.visitor().request(address, {
          method,
          headers: { "content-type": "application/json", ...headers },
          body: JSON.stringify(body),
        });
      const answers = [
        await ask({ ...input, ...(token === undefined ? {} : { token }) }, {}),
        await ask(input, token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ];
      institute.setNow(testDay);
      for (const answer of answers) {
        expect(answer.status).toBe(401);
        expect(await answer.json()).toMatchObject({ code: "NOT_SIGNED_IN", error: expect.any(String) });
      }
    });
  }

  test(`${call} gives a learner no access to another learner's data`, async () => {
    await protectsOthers(await newLearner(institute), await newLearner(institute));
  });
}
