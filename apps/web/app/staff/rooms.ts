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
  { text: "Today", to: "/staff/today", icon: "today", permission: "see today", group: "Work", key: "t" },
  { text: "Leads", to: "/staff/leads", icon: "leads", permission: "see leads", group: "Work", key: "l" },
  {
    text: "Webinars",
    to: "/staff/webinars",
    icon: "camera",
    permission: "see webinars",
    group: "Work",
    key: "w",
  },
  { text: "Reports", to: "/staff/reports", icon: "reports", permission: "see reports", group: "Work", key: "r" },
  { text: "Offers", to: "/staff/offers", icon: "tag", permission: "change offers", group: "Work", key: "o" },
  {
    text: "Lead settings",
    to: "/staff/templates",
    icon: "templates",
    permission: "change lead settings",
    group: "Settings",
    key: "m",
  },
  { text: "People", to: "/staff/people", icon: "people", permission: "see people", group: "Settings", key: "p" },
  {
    text: "Connections",
    to: "/staff/connections",
    icon: "connections",
    permission: "change connections",
    group: "Settings",
    key: "c",
  },
  { text: "Audit log", to: "/staff/audit", icon: "history", permission: "see audit log", group: "Settings", key: "a" },
  { text: "Your account", to: "/staff/account", icon: "person", permission: "own account", group: "You", key: "y" },
];

export function roomAt(pathname: string): StaffRoom | undefined {
  return staffRooms.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
}
