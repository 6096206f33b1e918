import { defaultOverdueRules, type OverdueRules } from "./instalments.ts";
import type { StaffRole } from "./staff.ts";

/** waiting: an owner has to approve the discount. open: it can be paid. withdrawn: nobody paid, and nobody will. */
export const saleStates = ["waiting", "open", "bought", "withdrawn"] as const;
export const dueStates = ["open", "paid", "written off", "cancelled"] as const;

/**
 * What payers are sent about a due: the payment link by staff, a reminder by the hourly job, that it will be taken automatically, or
 * that it could not be taken.
 */
export const dueNoticeKinds = ["link", "reminder", "automatic", "not taken"] as const;

export type MoneySettings = {
  /** Percent of the price that a role takes off without asking. Owners have no limit. */
  discountLimits: Partial<Record<StaffRole, number>>;
  overdue: OverdueRules;
  /** Where money by UPI goes; null: the desk shows no code. */
  upi: { vpa: string; payee: string } | null;
  /** Names of the desks, each with a cash drawer. */
  desks: string[];
  /** Payers may let the provider take later instalments. The account at the provider must allow it. */
  automaticPayments: boolean;
};

export const defaultMoneySettings: MoneySettings = {
  discountLimits: { "front desk": 5, counsellor: 3 },
  overdue: defaultOverdueRules,
  upi: null,
  desks: ["Front desk"],
  automaticPayments: false,
};

/** The highest limit of somebody's roles, in percent. */
export function discountLimitOf(roles: readonly StaffRole[], { discountLimits }: MoneySettings): number {
  if (roles.includes("owner")) return 100;
  return Math.max(0, ...roles.map((role) => discountLimits[role] ?? 0));
}
