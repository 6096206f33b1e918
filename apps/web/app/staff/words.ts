import { type Permission, permissions, permissionsOf, type StaffRole, staffRoles } from "@shoreline/domain/staff";

/** Front desk */
export function capitalise(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Owner, trainer */
export function rolesText(roles: readonly StaffRole[]): string {
  return capitalise(roles.join(", "));
}

/** What a role may do and not everybody. */
function own(role: StaffRole): Permission[] {
  return permissionsOf([role]).filter((permission) => permissions[permission].length < staffRoles.length);
}

/** A role that may not do more than everybody: its work comes with later rooms. */
function isPlain(role: StaffRole): boolean {
  return own(role).length === 0;
}

/** See people, change people */
export function mayText(roles: readonly StaffRole[]): string {
  if (roles.includes("owner")) return "Everything";
  return roles.every(isPlain) ? "Own account only" : capitalise([...new Set(roles.flatMap(own))].join(", "));
}

/** owner, or owner or accountant: whose right it is. */
export function holdersText(permission: Permission): string {
  const roles: readonly StaffRole[] = permissions[permission];
  return new Intl.ListFormat("en-IN", { type: "disjunction" }).format(roles);
}

/** AD */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toUpperCase();
}

/** +91 98765 43210 */
export function numberText(number: string): string {
  return number.replace(/^(\+91)(\d{5})(\d{5})$/, "$1 $2 $3");
}
