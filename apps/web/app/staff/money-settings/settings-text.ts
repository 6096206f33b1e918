import type { MoneySettingsForm } from "@shoreline/contract";
import type { StaffRole } from "@shoreline/domain/staff";

export const limitedRoles = ["front desk", "counsellor"] as const satisfies StaffRole[];

/** The settings as they are typed. */
export type TypedSettings = {
  limits: Record<(typeof limitedRoles)[number], string>;
  vpa: string;
  payee: string;
  desks: string;
  remindOn: string;
  restrictAfter: string;
  automaticPayments: boolean;
};

export function toTyped({ discountLimits, upi, desks, overdue, automaticPayments }: MoneySettingsForm): TypedSettings {
  return {
    limits: {
      "front desk": String(discountLimits["front desk"] ?? 0),
      counsellor: String(discountLimits.counsellor ?? 0),
    },
    ...{ vpa: upi?.vpa ?? "", payee: upi?.payee ?? "", desks: desks.join("\n"), remindOn: overdue.remindOn.join(", ") },
    restrictAfter: overdue.restrictAfter === null ? "" : String(overdue.restrictAfter),
    automaticPayments,
  };
}

/** What cannot be read as a number is sent as none, so that the server names the field. */
export function fromTyped(typed: TypedSettings): MoneySettingsForm {
  const { limits, vpa, payee, desks, remindOn, restrictAfter, automaticPayments } = typed;
  const number = (text: string) => (text.trim() === "" ? Number.NaN : Number(text.replace("−", "-")));
  const listed = (text: string, separator: RegExp) => text.split(separator).filter((part) => part.trim() !== "");
  return {
    discountLimits: { "front desk": number(limits["front desk"]), counsellor: number(limits.counsellor) },
    upi: vpa.trim() === "" && payee.trim() === "" ? null : { vpa, payee },
    desks: listed(desks, /\n/).map((name) => name.trim()),
    overdue: {
      remindOn: listed(remindOn, /[,\s]+/).map(number),
      // Nothing means never, so what cannot be read is sent as a number that is refused.
      restrictAfter: restrictAfter.trim() === "" ? null : number(restrictAfter) || 0,
    },
    automaticPayments,
  };
}

/** The first fault of a field or of something in it, such as `overdue.remindOn.2`. */
export function faultOf(fields: Record<string, string>, name: string): string | undefined {
  const found = Object.keys(fields).find((field) => field === name || field.startsWith(`${name}.`));
  return found && fields[found];
}
