import { Refusal } from "@shoreline/contract";
import type { Handlers, StaffCtx } from "../../context.ts";
import { enqueue } from "../../jobs/queue.ts";
import { readInstitute } from "../site/queries.ts";
import { readAudit, recordChange } from "./audit.ts";
import { enterDemo, listDemoRoles } from "./demo.ts";
import {
  addAuthenticator,
  addPasskey,
  change,
  hasPasskeys,
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
import { changePhoto, removePhoto } from "./photos.ts";
import { endSession, updateStaff } from "./queries.ts";
import { endCookie, toMe } from "./sessions.ts";
import {
  acceptAuthenticator,
  acceptPasskey,
  hasSecondStep,
  setUpAuthenticator,
  setUpPasskey,
  signInByLink,
  signInOptions,
  signInWithPasskey,
} from "./sign-in.ts";

export const staffHandlers: Handlers<"staff"> = {
  async entrance(ctx) {
    const { name: institute } = await readInstitute(ctx.db);
    return { institute, hasPasskeys: hasPasskeys(ctx), demoRoles: await listDemoRoles(ctx) };
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
    return { purpose, name, email, roles, next, hasPasskeys: hasPasskeys(ctx) };
  },
  signInByLink,
  setUpAuthenticator: (ctx, { token }) => setUpAuthenticator(ctx, token),
  acceptAuthenticator,
  async setUpPasskey(ctx, { token }) {
    return { ...(await setUpPasskey(ctx, token)) };
  },
  acceptPasskey,

  me: (ctx) => toMe(ctx, ctx.staff),
  async editMe(ctx, { name, number, version }) {
    await change(ctx, async (tx, person) => {
      if (person.version !== version) throw new Refusal("CHANGED_MEANWHILE");
      await updateStaff(tx, { id: person.id, name, number, version: version + 1 });
      const before = { name: person.name, number: person.number };
      return { action: "Changed the own details", before, after: { name, number } };
    });
    return toMe(ctx, { ...ctx.staff, name, number, version: version + 1 });
  },
  changePhoto,
  removePhoto,
  async signOut(ctx) {
    await endOwn(ctx, ctx.staffSession.id, "Signed out");
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
  async endSession(ctx, { id }) {
    if (!(await endOwn(ctx, id, "Ended a session"))) throw new Refusal("UNKNOWN_SESSION");
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

async function endOwn(ctx: StaffCtx, id: string, action: string): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const ended = await endSession(tx, { staffId: ctx.staff.id, id });
    if (ended) await recordChange(tx, ctx, { action, kind: "session", thingId: ended.id, thing: ended.browser });
    return ended !== null;
  });
}
