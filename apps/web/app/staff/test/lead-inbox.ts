import type { Lead } from "@shoreline/contract";
import { screen } from "@testing-library/react";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { sampleMe } from "./console.tsx";
import { detailOf } from "./lead.ts";

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
        takers: [],
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
