import type { Brand, Plan, Profile, Purchase } from "@shoreline/contract";
import { useOutletContext } from "react-router";

/** What every screen of the portal can use: the learner's profile, purchases and plans. */
export type Classroom = {
  institute: {
    name: string;
    logo?: Brand["logo"];
    phone: string;
    email: string;
    whatsapp: string | null;
    timeZone: string;
    batchTimes: string[];
  };
  profile: Profile;
  /** What is still theirs. */
  purchases: Purchase[];
  /** What the learner pays in parts. */
  plans: Plan[];
  /** With what was refunded or transferred. */
  history: Purchase[];
};

export function useClassroom(): Classroom {
  return useOutletContext<Classroom>();
}
