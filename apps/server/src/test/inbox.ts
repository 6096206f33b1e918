import type { TestInstitute } from "./institute.ts";
import { newStaff } from "./staff.ts";

/** Staff who work with leads, and people who enquire. */
export async function openInbox(institute: TestInstitute) {
  const visitor = institute.visitor();
  const desk = await newStaff(institute, ["front desk"], "Prakash Immanuel");
  const counsellor = await newStaff(institute, ["counsellor"], "Shalini Ravi");
  const owner = await newStaff(institute, ["owner"], "Anitha Devan");
  let people = 0;

  /** Sends the enquiry popup as somebody new. */
  async function enquire(given: Partial<{ name: string; email: string; mobileNumber: string }> = {}) {
    const n = ++people;
    const letters = [...String(n)].map((digit) => "abcdefghij"[Number(digit)]).join("");
    const person = {
      name: `Person Xyz${letters}`,
      email: `person${n}@example.com`,
      mobileNumber: `81000${String(n).padStart(5, "0")}`,
      ...given,
    };
    await visitor.lead.enquire({ ...person, selectedCoruse: "Python", otherCourseName: "", description: "When?" });
    const { leads } = await desk.inbox.list({ words: person.mobileNumber });
    return { ...person, lead: leads[0] as NonNullable<(typeof leads)[0]> };
  }

  return { visitor, desk, counsellor, owner, enquire };
}
