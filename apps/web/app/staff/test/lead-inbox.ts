import type { Lead, LeadDetail } from "@shoreline/contract";
import { screen } from "@testing-library/react";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { sampleMe } from "./console.tsx";

export function listedLead(leadId: string, given: Partial<Lead> = {}): Lead {
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

type Inbox = NonNullable<Parameters<typeof startFakeApi>[0]["inbox"]>;

/** A list of leads that the calls read. */
export function startInbox(leads: Lead[], answers: Inbox = {}, me = sampleMe()) {
  return startFakeApi({
    staff: { me: () => me },
    inbox: {
      list: ({ status }) => ({ leads: leads.filter((lead) => !status || status === lead.status), next: null }),
      counts: () => ({ count: leads.length, isMore: false }),
      owners: () => ({
        owners: [{ staffId: "shalini", name: "Shalini Ravi" }],
        former: [{ staffId: "leaver", name: "Leaver Rao" }],
        tags: ["hot"],
        assignment: "by hand",
        version: 1,
      }),
      views: () => ({ views: [] }),
      templates: () => ({ templates: [] }),
      read: ({ leadId }) => {
        const lead = leads.find((one) => one.leadId === leadId);
        return lead ? detailOf(lead) : new Refused("UNKNOWN_LEAD");
      },
      ...answers,
    },
  });
}

export const row = (name: string) => screen.findByRole("link", { name });
