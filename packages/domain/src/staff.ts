export const staffRoles = ["owner", "front desk", "counsellor", "trainer", "accountant"] as const;
export type StaffRole = (typeof staffRoles)[number];

/** What staff may do, and whose right it is. Owners may do everything. */
export const permissions = {
  "own account": staffRoles,
  "see today": staffRoles,
  "see people": ["owner"],
  "change people": ["owner"],
  "see audit log": ["owner"],
  "see leads": ["owner", "front desk", "counsellor"],
  "change leads": ["owner", "front desk", "counsellor"],
  "see payments": ["owner", "front desk", "accountant"],
  "enrol learners": ["owner", "front desk", "counsellor"],
  "take payments": ["owner", "front desk"],
  "approve discounts": ["owner"],
  "change offers": ["owner"],
  "ask for refunds": ["owner", "front desk", "accountant"],
  "approve refunds": ["owner"],
  "settle payments": ["owner", "accountant"],
  "see books": ["owner", "accountant"],
  "change money settings": ["owner"],
  "export leads": ["owner"],
  "import leads": ["owner", "front desk"],
  "change lead settings": ["owner"],
  "see timetable": ["owner", "front desk", "counsellor", "trainer"],
  "change timetable": ["owner", "front desk"],
  "see batches": ["owner", "front desk", "counsellor"],
  "change batches": ["owner", "front desk"],
  "decide about places": ["owner", "front desk", "counsellor"],
  "teach classes": ["owner", "front desk", "trainer"],
  "see progress": ["owner", "front desk", "counsellor", "trainer"],
  "see certificates": ["owner", "front desk", "counsellor"],
  "issue certificates": ["owner", "front desk"],
  "issue below the rule": ["owner"],
  "change class settings": ["owner"],
  "see webinars": ["owner", "front desk", "counsellor"],
  "change webinars": ["owner", "front desk", "counsellor"],
  "see reports": ["owner", "counsellor", "accountant"],
  "change connections": ["owner"],
} as const satisfies Record<string, readonly StaffRole[]>;
export type Permission = keyof typeof permissions;

/** What a role is for, in a line. */
export const roleSummaries: Record<StaffRole, string> = {
  owner: "Everything, with people, settings and exports",
  "front desk": "Leads with import, webinars, enrolling, payments, batches and certificates",
  counsellor: "Leads, enrolling, places in batches, webinars and reports",
  trainer: "Their own classes with roll-call, the timetable, and their own account",
  accountant: "Payments with their settlement, books and reports",
};

/** The permissions as people read them: each under one heading. */
export const permissionGroups: Record<string, readonly Permission[]> = {
  Leads: ["see leads", "change leads", "import leads", "export leads", "change lead settings"],
  Webinars: ["see webinars", "change webinars"],
  Teaching: [
    "see timetable",
    "change timetable",
    "see batches",
    "change batches",
    "decide about places",
    "teach classes",
    "see progress",
    "see certificates",
    "issue certificates",
    "issue below the rule",
    "change class settings",
  ],
  "Learners and money": [
    "enrol learners",
    "take payments",
    "approve discounts",
    "see payments",
    "ask for refunds",
    "approve refunds",
    "settle payments",
    "see books",
    "change offers",
    "change money settings",
  ],
  Institute: ["see reports", "see people", "change people", "change connections", "see audit log"],
  Everybody: ["see today", "own account"],
};

export function mayDo(roles: readonly StaffRole[], permission: Permission): boolean {
  const allowed: readonly StaffRole[] = permissions[permission];
  return roles.some((role) => role === "owner" || allowed.includes(role));
}

export function permissionsOf(roles: readonly StaffRole[]): Permission[] {
  return (Object.keys(permissions) as Permission[]).filter((permission) => mayDo(roles, permission));
}

/** What entries of the audit log are about. */
export const auditKinds = [
  "person",
  "session",
  "lead",
  "template",
  "setting",
  "webinar",
  "connection",
  "sale",
  "payment",
  "refund",
  "offer",
  "cash drawer",
  "course",
  "batch",
  "class",
  "certificate",
] as const;
export type AuditKind = (typeof auditKinds)[number];

const minute = 60_000;
export const staffSessionMs = 12 * 60 * minute;
/** Money, roles, exports and erasure need a proof that is not older. */
export const freshProofMs = 5 * minute;
export const signInLinkMs = 15 * minute;
export const invitationMs = 7 * 24 * 60 * minute;
export const recoveryCodeCount = 10;

export function isFreshProof({ provedAt, now }: { provedAt: Date; now: Date }): boolean {
  return now.getTime() - provedAt.getTime() < freshProofMs;
}

type Person = { id: string; roles: readonly StaffRole[]; isActive: boolean };

/** Whether this person is the only owner who can still sign in: nobody could take an owner back in. */
export function isLastOwner(people: readonly Person[], id: string): boolean {
  const owners = people.filter(({ roles, isActive }) => isActive && roles.includes("owner"));
  return owners.length === 1 && owners[0]?.id === id;
}

/** As printed: two groups of five letters and digits that nobody confuses. */
export const recoveryCodeLetters = "23456789abcdefghjkmnpqrstuvwxyz";

/** People type what they read, with or without the dash, in capitals or not. */
export function normaliseRecoveryCode(typed: string): string {
  return typed.toLowerCase().replace(/[\s-]/g, "");
}

/** Six digits are of the authenticator app; anything else is a recovery code. */
export function isAuthenticatorCode(typed: string): boolean {
  return /^\d{6}$/.test(typed.replace(/\s/g, ""));
}
