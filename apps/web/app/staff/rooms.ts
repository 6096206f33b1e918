import type { Permission } from "@shoreline/domain/staff";

export type StaffRoom = {
  text: string;
  to: string;
  icon: string;
  permission: Permission;
  group: string;
  /** After G. */
  key: string;
};

/** The rooms of the console in the order of the rail. */
export const staffRooms: StaffRoom[] = [
  { text: "People", to: "/staff/people", icon: "people", permission: "see people", group: "House", key: "p" },
  { text: "Audit log", to: "/staff/audit", icon: "history", permission: "see audit log", group: "House", key: "a" },
  { text: "Your account", to: "/staff/account", icon: "person", permission: "own account", group: "You", key: "y" },
];

export function roomAt(pathname: string): StaffRoom | undefined {
  return staffRooms.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
}
