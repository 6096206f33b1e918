import { Refusal } from "@shoreline/contract";
import { describeBrowser, type NoticeChannel, passkeySite } from "@shoreline/domain/account";
import type { Ctx, Handlers } from "../../context.ts";
import { recordEvent } from "../../events.ts";
import { enqueue, enqueueAll } from "../../jobs/queue.ts";
import { mailOf, sendMail } from "../../mail.ts";
import { channelReader } from "../../messages/compose.ts";
import { erasePerson } from "../../person/erase.ts";
import { countries } from "../site/countries.ts";
import { currentPolicy, readInstitute } from "../site/queries.ts";
import { effort, shareOfBudget } from "./code-limits.ts";
import { newEffortCheck } from "./effort-check.ts";
import { collectExport } from "./export.ts";
import { readGuardian, refuseToAge, setGuardian } from "./guardian.ts";
import { reportSignIn, welcomeLearner } from "./jobs.ts";
import { accountDeleted, addressChanged } from "./mails.ts";
import { changeNumber } from "./number.ts";
import { listPasskeys } from "./passkey-queries.ts";
import { addPasskey, newPasskeyOptions, removePasskey, signInOptions, verifyPasskey } from "./passkeys.ts";
import { removePictures } from "./pictures.ts";
import { toChanges, toColumns, toProfile } from "./profile.ts";
import {
  addLearner,
  deletePictures,
  endSession,
  endSessionById,
  endSessions,
  forgetDevices,
  type LearnerRow,
  listSessions,
  lockLearner,
  numberOf,
  type Phone,
  updateLearner,
} from "./queries.ts";
import { hashSecret } from "./secrets.ts";
import {
  readTicket,
  resendInSeconds,
  sendCode,
  sendGuardianCode,
  signIn,
  spendOwnTicket,
  verifyCode,
} from "./sign-in.ts";

export const accountHandlers: Handlers<"account"> = {
  async sendCode(ctx, phone) {
    refuseCountry(ctx, phone);
    await sendCode(ctx, phone);
    return { message: "We have sent you a code.", resendInSeconds };
  },

  async check(ctx) {
    return newEffortCheck(ctx, (await shareOfBudget(ctx)) >= 1 ? effort.high : effort.usual);
  },

  async verifyCode(ctx, proof) {
    return { ticket: await verifyCode(ctx, proof) };
  },

  async login(ctx, { mobileNumber, ticket, device }) {
    const { learnerId, ...phone } = await readTicket(ctx, ticket, mobileNumber);
    if (!learnerId) throw new Refusal("UNKNOWN_NUMBER");
    const signedIn = await signIn(ctx, { ticket, learnerId, number: numberOf(phone), device });
    const news = { learnerId, browser: describeBrowser(ctx.userAgent), at: ctx.clock.now().toISOString() };
    if (signedIn.isNewDevice) {
      await enqueue(ctx.db, reportSignIn, news);
      await recordEvent(ctx, "new browser", learnerId);
    }
    return signedIn;
  },

  async create(ctx, { ticket, mobileNumber, countryCode: _, ...form }) {
    const { learnerId, ...phone } = await readTicket(ctx, ticket, mobileNumber);
    if (learnerId) throw new Refusal("KNOWN_NUMBER");
    return ctx.db.transaction(async (db) => {
      const now = ctx.clock.now();
      const consentedTo = await currentPolicy(db);
      const columns = await toColumns(db, phone, form);
      const state = form.state ?? (await readInstitute(db)).state;
      const added = await addLearner(db, { ...phone, ...columns, state, consentedTo, createdAt: now, updatedAt: now });
      if (!added) throw new Refusal("KNOWN_NUMBER");
      await enqueue(db, welcomeLearner, { learnerId: added.id });
      return signIn({ ...ctx, db }, { ticket, learnerId: added.id, number: numberOf(phone) });
    });
  },

  async read({ learner }) {
    return toProfile(learner);
  },

  async edit(ctx, { ticket, ...form }) {
    const { clock } = ctx;
    const { before, after } = await ctx.db.transaction(async (db) => {
      // Another request may just be changing the number or the mail address.
      const learner = await lockLearner(db, ctx.learner.id);
      if (!learner) throw new Refusal("NOT_SIGNED_IN");
      if (form.noticeChannel !== undefined) await refuseChannel({ ...ctx, db }, learner, form.noticeChannel);
      if (form.dateOfBirth !== undefined) await refuseToAge({ ...ctx, db, learner }, form.dateOfBirth);
      const isNewEmail = form.email !== undefined && form.email.toLowerCase() !== learner.email.toLowerCase();
      // Who reads the mails can help to take the account over, and the old address hears nothing any more.
      if (isNewEmail && !ticket) throw new Refusal("PROOF_REQUIRED");
      if (isNewEmail && ticket) await spendOwnTicket({ ...ctx, db }, ticket);
      const changes = await toChanges(db, learner, form);
      const changed = await updateLearner(db, { ...changes, id: learner.id, updatedAt: clock.now() });
      if (isNewEmail) {
        const data = { firstName: learner.firstName, before: learner.email, after: changed.email };
        const mails = [learner.email, changed.email].map((to) => mailOf(addressChanged, { to, data }));
        await enqueueAll(db, sendMail, mails);
      }
      return { before: learner, after: changed };
    });
    if (after.email.toLowerCase() !== before.email.toLowerCase()) await recordEvent(ctx, "mail changed", after.id);
    return toProfile(after);
  },

  async channels(ctx) {
    return { channels: (await channelReader(ctx))(ctx.learner.countryCode) };
  },

  async changeNumber(ctx, change) {
    refuseCountry(ctx, change);
    return toProfile(await changeNumber(ctx, change));
  },

  async logout({ db, learner, sessionId }, { everywhere }) {
    if (everywhere) {
      await endSessions(db, learner.id);
      await forgetDevices(db, numberOf(learner));
    } else await endSession(db, sessionId);
    return { message: everywhere ? "You are signed out everywhere." : "You are signed out." };
  },

  async sessions({ db, clock, learner, sessionId }) {
    const open = await listSessions(db, { learnerId: learner.id, now: clock.now() });
    return open.map(({ id, browser, startedAt, usedAt }) => ({
      id,
      browser,
      startedAt: startedAt.toISOString(),
      usedAt: usedAt.toISOString(),
      isThis: id === sessionId,
    }));
  },

  async endSession({ db, learner }, { id, device }) {
    await endSessionById(db, { learnerId: learner.id, id });
    // A browser that was thrown out is new when it comes back, and its learner hears of it.
    await forgetDevices(db, numberOf(learner), { kept: hashSecret(device ?? "") });
    return { message: "That browser is signed out." };
  },

  guardian: readGuardian,

  async sendGuardianCode(ctx, phone) {
    refuseCountry(ctx, phone);
    await sendGuardianCode(ctx, phone);
    return { message: "We have sent a code to your parent or guardian.", resendInSeconds };
  },

  setGuardian,

  async passkeySignIn(ctx) {
    return { ...(await signInOptions(ctx)) };
  },

  async passkeyLogin(ctx, { response, device }) {
    return accountHandlers.login(ctx, { ...(await verifyPasskey(ctx, response)), device });
  },

  async passkeys({ db, learner, publicUrl }) {
    const own = await listPasskeys(db, { learnerId: learner.id });
    return {
      isAvailable: passkeySite(new URL(publicUrl)) !== null,
      passkeys: own.map(({ id, browser, addedAt, usedAt }) => ({
        id,
        browser,
        addedAt: addedAt.toISOString(),
        usedAt: usedAt?.toISOString() ?? null,
      })),
    };
  },

  async newPasskey(ctx) {
    return { ...(await newPasskeyOptions(ctx)) };
  },

  async addPasskey(ctx, added) {
    await addPasskey(ctx, added);
    return { message: "Your passkey has been added." };
  },

  async removePasskey(ctx, removed) {
    await removePasskey(ctx, removed);
    return { message: "The passkey has been removed." };
  },

  async export(ctx, { ticket }) {
    await spendOwnTicket(ctx, ticket);
    await recordEvent(ctx, "data exported", ctx.learner.id);
    const bytes = Buffer.from(JSON.stringify(await collectExport(ctx), null, 2));
    return { bytes, name: "my-data.json" };
  },

  async remove(ctx, { ticket }) {
    const { learner } = ctx;
    const pictures: string[] = [];
    const identity = { ids: [learner.id], email: learner.email, number: numberOf(learner) };
    await ctx.db.transaction(async (db) => {
      await spendOwnTicket({ ...ctx, db }, ticket);
      const farewell = { to: learner.email, data: { firstName: learner.firstName } };
      await enqueue(db, sendMail, mailOf(accountDeleted, farewell));
      await erasePerson(db, identity, { places: ctx.personal, now: ctx.clock.now() });
      pictures.push(...(await deletePictures(db, numberOf(learner))));
    });
    await recordEvent(ctx, "account deleted", learner.id);
    await removePictures(ctx.files, pictures);
    return { message: "Your account has been deleted." };
  },
};

function refuseCountry({ smsCountries }: Ctx, { countryCode }: Phone): void {
  const refuse = (text: string) => new Refusal("INVALID_INPUT", { fields: { countryCode: text } });
  if (!countries.some(({ dial_code }) => dial_code === countryCode)) throw refuse("Invalid country code");
  if (smsCountries && !smsCountries.includes(countryCode))
    throw refuse(`We can send codes only to numbers that begin with ${smsCountries.join(" or ")}. Please call us.`);
}

/** What the learner already has may stay: the institute may just be changing its provider. */
async function refuseChannel(ctx: Ctx, learner: LearnerRow, chosen: NoticeChannel): Promise<void> {
  if (chosen === learner.noticeChannel || (await channelReader(ctx))(learner.countryCode).includes(chosen)) return;
  throw new Refusal("INVALID_INPUT", { fields: { noticeChannel: "We cannot reach you this way. Choose another." } });
}
