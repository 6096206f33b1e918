import type { Lead, StaffToday } from "@shoreline/contract";

export function sampleLead(leadId: string, given: Partial<Lead> = {}): Lead {
  return {
    leadId,
    name: "Gokul Anand",
    email: null,
    number: "+919000007745",
    status: "contacted",
    lostReason: null,
    owner: null,
    nextCallAt: null,
    tags: [],
    source: "popup",
    interest: "MERN Stack",
    cameAt: "2026-11-14T05:00:00.000Z",
    lastAt: "2026-11-14T05:00:00.000Z",
    isSpam: false,
    version: 1,
    ...given,
  };
}

/** A day on which nothing waits, but for what is given. */
export function sampleToday(given: Partial<StaffToday> = {}): StaffToday {
  const none = { count: 0, isMore: false, leads: [] };
  return {
    now: "2026-11-16T04:10:00.000Z",
    calls: none,
    enquiries: none,
    classes: [],
    payments: [],
    failed: { messages: [], jobs: 0, enquiries: 0 },
    expiring: [],
    ...given,
  };
}
