import type { Permission, StaffRole } from "@shoreline/domain/staff";

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
  { text: "Enrol", to: "/staff/enrol", icon: "form", permission: "enrol learners", group: "Work", key: "e" },
  { text: "Webinars", to: "/staff/webinars", icon: "camera", permission: "see webinars", group: "Work", key: "w" },
  { text: "Reports", to: "/staff/reports", icon: "reports", permission: "see reports", group: "Work", key: "r" },
  {
    text: "Timetable",
    to: "/staff/timetable",
    icon: "calendar",
    permission: "see timetable",
    group: "Teaching",
    key: "i",
  },
  { text: "Classes", to: "/staff/classes", icon: "check", permission: "teach classes", group: "Teaching", key: "h" },
  { text: "Homework", to: "/staff/homework", icon: "pencil", permission: "teach classes", group: "Teaching", key: "j" },
  {
    text: "Questions",
    to: "/staff/questions",
    icon: "question",
    permission: "teach classes",
    group: "Teaching",
    key: "g",
  },
  { text: "Library", to: "/staff/library", icon: "screen", permission: "teach classes", group: "Teaching", key: "x" },
  { text: "Progress", to: "/staff/progress", icon: "rise", permission: "see progress", group: "Teaching", key: "z" },
  { text: "Batches", to: "/staff/batches", icon: "batch", permission: "see batches", group: "Teaching", key: "k" },
  {
    text: "Places",
    to: "/staff/places",
    icon: "person",
    permission: "decide about places",
    group: "Teaching",
    key: "q",
  },
  {
    text: "Certificates",
    to: "/staff/certificates",
    icon: "certificate",
    permission: "see certificates",
    group: "Teaching",
    key: "f",
  },
  { text: "Payments", to: "/staff/payments", icon: "receipt", permission: "see payments", group: "Money", key: "n" },
  { text: "Dues", to: "/staff/dues", icon: "clock", permission: "see payments", group: "Money", key: "u" },
  { text: "Cash drawer", to: "/staff/drawer", icon: "drawer", permission: "take payments", group: "Money", key: "d" },
  { text: "Books", to: "/staff/books", icon: "books", permission: "see books", group: "Money", key: "b" },
  { text: "Offers", to: "/staff/offers", icon: "tag", permission: "change offers", group: "Money", key: "o" },
  {
    text: "Lead settings",
    to: "/staff/templates",
    icon: "templates",
    permission: "change lead settings",
    group: "Settings",
    key: "m",
  },
  {
    text: "Class settings",
    to: "/staff/class-settings",
    icon: "sliders",
    permission: "see batches",
    group: "Settings",
    key: "v",
  },
  {
    text: "Money settings",
    to: "/staff/money-settings",
    icon: "rupee",
    permission: "change money settings",
    group: "Settings",
    key: "s",
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

/** The desk enrols people at a desk; an owner with a phone looks after leads and classes. */
const firstForOwners = ["/staff/today", "/staff/leads", "/staff/timetable", "/staff/classes"];

/** The rooms as the dock of a phone has them: the first few are in it, the others behind More. */
export function dockOrder(rooms: StaffRoom[], roles: readonly StaffRole[]): StaffRoom[] {
  if (!roles.includes("owner")) return rooms;
  const isFirst = ({ to }: StaffRoom) => firstForOwners.includes(to);
  return [...rooms.filter(isFirst), ...rooms.filter((room) => !isFirst(room))];
}
