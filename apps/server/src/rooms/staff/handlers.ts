import { Refusal } from "@shoreline/contract";
import { passkeySite } from "@shoreline/domain/account";
import type { Handlers } from "../../context.ts";
import { enqueue } from "../../jobs/queue.ts";
import { readInstitute } from "../site/queries.ts";
import { readAudit, recordChange } from "./audit.ts";
import {
  addAuthenticator,
  addPasskey,
  newAuthenticator,
  newPasskey,
  newRecoveryCodes,
  proveByCode,
  proveByPasskey,
  proveOptions,
  readDevices,
  removeAuthenticator,
  removePasskey,
} from "./devices.ts";
import { mailSignInLink } from "./jobs.ts";
import { readLink } from "./links.ts";
import { changeRoles, closePerson, invite, inviteAgain, readPeople, reopenPerson, resetPerson } from "./people.ts";
import { endSession, lockStaff, updateStaff } from "./queries.ts";
import { endCookie, toMe } from "./sessions.ts";
import {
  aboutPerson,
  acceptAuthenticator,
  acceptPasskey,
  enterDemo,
  hasSecondStep,
  listDemoRoles,
  setUpAuthenticator,
  setUpPasskey,
  signInByLink,
  signInOptions,
  signInWithPasskey,
} from "./sign-in.ts";

const hasPasskeys = (publicUrl: string) => passkeySite(new URL(publicUrl)) !== null;

export const staffHandlers: Handlers<"staff"> = {
  async entrance(ctx) {
    const { name: institute } = await readInstitute(ctx.db);
    return { institute, hasPasskeys: hasPasskeys(ctx.publicUrl), demoRoles: await listDemoRoles(ctx) };
  },
  enterDemo: (ctx, { role }) => enterDemo(ctx, role),

  async passkeyOptions(ctx) {
    return { ...(await signInOptions(ctx)) };
  },
  passkeySignIn: (ctx, { response }) => signInWithPasskey(ctx, response),

  async sendLink({ db }, { email }) {
    await enqueue(db, mailSignInLink, { email });
    return { message: "If this address belongs to our staff, a link is on its way to it." };
  },
  async readLink(ctx, { token }) {
    const { staff, purpose } = await readLink(ctx, token);
    const { name, email, roles } = staff;
    const next = (await hasSecondStep(ctx, staff)) ? "code" : "set up";
    return { purpose, name, email, roles, next, hasPasskeys: hasPasskeys(ctx.publicUrl) };
  },
  signInByLink,
  setUpAuthenticator: (ctx, { token }) => setUpAuthenticator(ctx, token),
  acceptAuthenticator,
  async setUpPasskey(ctx, { token }) {
    return { ...(await setUpPasskey(ctx, token)) };
  },
  acceptPasskey,

  me: (ctx) => toMe(ctx, { staff: ctx.staff, session: ctx.staffSession }),
  async editMe(ctx, { name, number, version }) {
    const staff = await ctx.db.transaction(async (tx) => {
      const person = await lockStaff(tx, ctx.staff.id);
      if (!person) throw new Refusal("STAFF_ONLY");
      if (person.version !== version) throw new Refusal("CHANGED_MEANWHILE");
      const changed = await updateStaff(tx, { id: person.id, name, number, version: version + 1 });
      const before = { name: person.name, number: person.number };
      const change = { action: "Changed the own details", before, after: { name, number } };
      await recordChange(tx, ctx, { ...aboutPerson(person), ...change });
      return changed;
    });
    return toMe(ctx, { staff, session: ctx.staffSession });
  },
  async signOut(ctx) {
    await endSession(ctx.db, { staffId: ctx.staff.id, id: ctx.staffSession.id });
    endCookie(ctx);
    return { message: "You are signed out." };
  },
  prove: (ctx, { code }) => proveByCode(ctx, code),
  async proveOptions(ctx) {
    return { ...(await proveOptions(ctx)) };
  },
  provePasskey: (ctx, { response }) => proveByPasskey(ctx, response),

  devices: readDevices,
  async newPasskey(ctx) {
    return { ...(await newPasskey(ctx)) };
  },
  async addPasskey(ctx, { response }) {
    await addPasskey(ctx, response);
    return { message: "Your passkey has been added." };
  },
  async removePasskey(ctx, { id }) {
    await removePasskey(ctx, id);
    return { message: "The passkey has been removed." };
  },
  newAuthenticator,
  async addAuthenticator(ctx, { code }) {
    return { recoveryCodes: await addAuthenticator(ctx, code) };
  },
  async removeAuthenticator(ctx) {
    await removeAuthenticator(ctx);
    return { message: "The authenticator app has been removed." };
  },
  async newRecoveryCodes(ctx) {
    return { recoveryCodes: await newRecoveryCodes(ctx) };
  },
  async endSession({ db, staff }, { id }) {
    await endSession(db, { staffId: staff.id, id });
    return { message: "That browser is signed out." };
  },

  async people(ctx) {
    return { people: await readPeople(ctx) };
  },
  invite,
  inviteAgain: (ctx, { staffId }) => inviteAgain(ctx, staffId),
  changeRoles: (ctx, { staffId, ...roles }) => changeRoles(ctx, staffId, roles),
  reset: (ctx, { staffId }) => resetPerson(ctx, staffId),
  close: (ctx, { staffId }) => closePerson(ctx, staffId),
  reopen: (ctx, { staffId }) => reopenPerson(ctx, staffId),

  audit: (ctx, filter) => readAudit(ctx, filter),
};
