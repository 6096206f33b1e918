import type { OutstandingDue, SaleDue, SalePlan } from "@shoreline/contract";
import type { NoticeChannel } from "@shoreline/domain/account";
import { formatRupees } from "../../lib/format.ts";

export function rupeesOf(paise: number): string {
  return formatRupees(paise / 100);
}

export const channelNames: Record<NoticeChannel, string> = { mail: "E-mail", sms: "SMS", whatsapp: "WhatsApp" };

/** 3 days late, due today, due in 5 days */
export function lateText({ daysLate }: Pick<OutstandingDue, "daysLate">): string {
  if (daysLate === 0) return "due today";
  const days = Math.abs(daysLate) === 1 ? "1 day" : `${Math.abs(daysLate)} days`;
  return daysLate > 0 ? `${days} late` : `due in ${days}`;
}

export const dueStateNames: Record<SaleDue["state"], string> = {
  open: "Open",
  paid: "Paid",
  "written off": "Written off",
  cancelled: "Cancelled",
};

export const saleStateNames: Record<SalePlan["state"], string> = {
  waiting: "Waits for approval",
  open: "Nothing paid yet",
  bought: "Enrolled",
  withdrawn: "Withdrawn",
};

const noticeNames = {
  link: "Link",
  automatic: "Notice that it will be taken automatically",
  "not taken": "Notice that it could not be taken",
};

export const automaticNames: Record<NonNullable<OutstandingDue["automatic"]>, string> = {
  active: "automatic",
  paused: "automatic, paused",
  failed: "automatic, failed",
};

/** What staff read about the automatic payments of a sale. */
export function automaticText({ state, why, maxInPaise, failed }: NonNullable<SalePlan["automatic"]>): string {
  const states = {
    begun: "Automatic payments wait for the bank.",
    active: `Automatic payments are on: each part up to ${rupeesOf(maxInPaise)} is taken on its day.`,
    paused: "Automatic payments are paused at the bank.",
    ended: `Automatic payments have ended. ${why}.`,
    refused: "The bank refused automatic payments.",
  };
  const last = failed ? ` Part ${failed.number} could not be taken${failed.why ? `: ${failed.why}` : ""}.` : "";
  return states[state] + last;
}

/** Reminder 3 days before by e-mail */
export function noticeText({ kind, day, channel }: SaleDue["notices"][number]): string {
  const what = kind === "reminder" ? `Reminder ${reminderDay(day ?? 0)}` : noticeNames[kind];
  return channel ? `${what} by ${channel === "mail" ? "e-mail" : channelNames[channel]}` : what;
}

function reminderDay(day: number): string {
  if (day === 0) return "on the day";
  const days = Math.abs(day) === 1 ? "1 day" : `${Math.abs(day)} days`;
  return `${days} ${day < 0 ? "before" : "after"}`;
}
