import type { Lead, LeadDetail } from "@shoreline/contract";

export function sampleLead(leadId: string, given: Partial<Lead> = {}): Lead {
  return {
    leadId,
    name: `Lead ${leadId}`,
    email: null,
    number: "+919876543210",
    status: "new",
    lostReason: null,
    owner: null,
    nextCallAt: null,
    tags: [],
    source: "popup",
    interest: "React.js",
    cameAt: "2026-11-14T11:01:09.000Z",
    lastAt: "2026-11-14T11:01:09.000Z",
    isSpam: false,
    version: 3,
    ...given,
  };
}

export function detailOf(lead: Lead): LeadDetail {
  return {
    ...lead,
    landingPage: "",
    campaign: {},
    firstCallAt: null,
    events: [],
    similar: [],
    merged: [],
    lastChange: null,
  };
}
