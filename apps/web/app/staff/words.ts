import { type Permission, permissions, permissionsOf, type StaffRole } from "@shoreline/domain/staff";

/** Front desk */
export function capitalise(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Owner, trainer */
export function rolesText(roles: readonly StaffRole[]): string {
  return capitalise(roles.join(", "));
}

/** See people, change people */
export function mayText(roles: readonly StaffRole[]): string {
  return roles.includes("owner") ? "Everything" : capitalise(permissionsOf(roles).join(", "));
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
