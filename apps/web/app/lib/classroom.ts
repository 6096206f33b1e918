import type { Brand, Profile, Purchase } from "@shoreline/contract";
import { useOutletContext } from "react-router";

/** What every screen of the portal can use: the learner's profile and purchases. */
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
  /** With what was refunded or transferred. */
  history: Purchase[];
};

export function useClassroom(): Classroom {
  return useOutletContext<Classroom>();
}
