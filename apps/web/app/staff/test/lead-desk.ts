import type { LeadDetail, LeadTemplate, Site } from "@shoreline/contract";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { openConsole, sampleMe } from "./console.tsx";
import { detailOf, sampleLead } from "./lead.ts";

export const shalini = { staffId: "shalini", name: "Shalini Ravi" };

export function sampleDetail(given: Partial<LeadDetail> = {}): LeadDetail {
  return {
    ...detailOf(sampleLead("gokul", { name: "Gokul Anand", email: "gokul@example.com", version: 5 })),
    number: "+919000007745",
    interest: "MERN Stack",
    landingPage: "/onlinecourses",
    campaign: { source: "newspaper" },
    events: [
      { eventId: "1", at: "2026-11-14T10:48:00.000Z", kind: "popup", text: "Any evening batch?", facts: {}, who: null },
    ],
    ...given,
  };
}

const greeting: LeadTemplate = {
  templateId: "t1",
  name: "Greeting",
  kind: "mail",
  subject: "{course} at {institute}",
  text: "Dear {first name}, call {phone}. {counsellor}",
  version: 1,
};

type Inbox = NonNullable<Parameters<typeof startFakeApi>[0]["inbox"]>;

/** One lead that the calls really change. */
export function startDesk(given: Partial<LeadDetail> = {}, answers: Inbox = {}) {
  const desk = { lead: sampleDetail(given) };
  const put = (part: Partial<LeadDetail>) => {
    desk.lead = { ...desk.lead, ...part, version: desk.lead.version + 1 };
    return desk.lead;
  };
  const api = startFakeApi({
    staff: { me: () => sampleMe() },
    site: { read: () => ({ institute: { phone: "+91 44 4000 0000" } }) as Site },
    inbox: {
      list: () => ({ leads: [desk.lead], next: null }),
      counts: () => ({ count: 1, isMore: false }),
      views: () => ({ views: [] }),
      owners: () => ({
        ...{ owners: [shalini], former: [], tags: ["weekend"], assignment: "by hand", takers: [], version: 1 },
      }),
      templates: () => ({ templates: [greeting, { ...greeting, templateId: "t2", kind: "whatsapp", name: "Hello" }] }),
      read: () => desk.lead,
      change: ({ leadId: _, version, ownerId, ...change }) => {
        if (version !== desk.lead.version) return new Refused("CHANGED_MEANWHILE");
        const owner = ownerId === undefined ? {} : { owner: ownerId ? shalini : null };
        const isClosed = change.status === "enrolled" || change.status === "lost";
        return put({ ...(isClosed ? { nextCallAt: null } : {}), ...(change as Partial<LeadDetail>), ...owner });
      },
      note: ({ kind, text }) => {
        const event = { eventId: text, at: "2026-11-16T05:00:00.000Z", kind, text, facts: {}, who: "Anitha Devan" };
        return put({ events: [event, ...desk.lead.events] });
      },
      mail: () => desk.lead,
      spam: ({ isSpam }) => put({ isSpam }),
      merge: () => put({ similar: [], merged: [{ leadId: "ravi", name: "Ravi Kumar", number: null, email: null }] }),
      unmerge: () => put({ merged: [] }),
      ...answers,
    },
  });
  return { api, put };
}

export const openLead = async () => {
  const { addressNow } = openConsole("/staff/leads?lead=gokul");
  const panel = within(await screen.findByRole("complementary", { name: "Gokul Anand" }));
  return { panel, addressNow };
};
export const dialog = async (name: string | RegExp) => within(await screen.findByRole("dialog", { name }));
export const press = (within: Pick<typeof screen, "getByRole">, name: string | RegExp) =>
  userEvent.click(within.getByRole("button", { name }));
