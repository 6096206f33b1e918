import { learner } from "../db/tables/account.ts";
import { testDay } from "./global-setup.ts";
import type { TestInstitute } from "./institute.ts";

/** As many learners of one first name as have bought nothing. */
export async function addNamesakes({ db }: TestInstitute, firstName: string, count = 2100): Promise<void> {
  const same = {
    gender: "female",
    email: "",
    occupation: "student",
    instOrOrg: "",
    state: "",
    country: "india",
  } as const;
  await db.insert(learner).values(
    Array.from({ length: count }, (_, n) => ({
      ...{ ...same, firstName, lastName: `No. ${n}`, createdAt: testDay, updatedAt: testDay },
      ...{ countryCode: "+999", mobileNumber: `${firstName} ${n}` },
    })),
  );
}
