import { staffAccount } from "./staff-account.ts";
import { staffEntrance } from "./staff-entrance.ts";
import { staffPeople } from "./staff-people.ts";

export const staff = { ...staffEntrance, ...staffAccount, ...staffPeople };

export type { AuditEntry, StaffPerson } from "./staff-people.ts";
export type { LastChange, StaffMe } from "./staff-shapes.ts";
