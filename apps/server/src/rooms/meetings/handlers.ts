import type { Handlers } from "../../context.ts";
import { closeAccount, listAccounts, saveAccount, testAccount } from "./accounts.ts";
import { openAsHost, readMeeting } from "./join.ts";

export const meetingsHandlers: Handlers<"meetings"> = {
  accounts: listAccounts,
  async saveAccount(ctx, written) {
    await saveAccount(ctx, written);
    return listAccounts(ctx);
  },
  testAccount: (ctx, { accountId }) => testAccount(ctx, accountId),
  async closeAccount(ctx, { accountId }) {
    await closeAccount(ctx, accountId);
    return listAccounts(ctx);
  },
  ofClass: (ctx, { classId }) => readMeeting(ctx, classId),
  async open(ctx, { classId }) {
    return { url: await openAsHost(ctx, classId) };
  },
};
