import type { Permission } from "@shoreline/domain/staff";
import { useParams } from "react-router";
import { FilterTabs } from "../filter-tabs.tsx";
import { NoSuchPage } from "../no-such-page.tsx";
import { BackLink, PageHead } from "../page-head.tsx";
import { may, useMe } from "../queries.ts";
import { RefusedRoom } from "../refused-room.tsx";
import { ClassPage } from "./class-page.tsx";
import { EntryPage } from "./entry-page.tsx";
import { todayParts } from "./today-figures.ts";

type List = { permission: Permission; about: string; kinds?: Record<string, string> };

const lists = {
  classes: {
    permission: "see today",
    about: "The trainer and the link of a class are set in its batch.",
  },
  payments: {
    permission: "see payments",
    about: "Payments that do not match their order. The institute has got a mail about each of them.",
  },
  failed: {
    permission: "change people",
    about: "Messages and notifications that failed in the last 7 days, and all failed tasks.",
    kinds: { "": "All", message: "Messages", notification: "Notifications", job: "Tasks", enquiry: "Enquiries" },
  },
  expiring: { permission: "change people", about: "A backup that is missing or old, and invitations that end soon." },
} satisfies Record<string, List>;

/** The list that a tile of Today counts, page by page. Filter and page are in the address. */
export default function TodayList() {
  const { part = "" } = useParams();
  const me = useMe();
  if (!isListed(part)) return <NoSuchPage />;
  const { permission, about, kinds }: List = lists[part];
  const { title, nothing } = todayParts[part];
  if (!may(me, permission)) return <RefusedRoom room={{ text: title, permission }} me={me} />;
  return (
    <>
      <BackLink to="/staff/today">Today</BackLink>
      <PageHead title={title} about={about} />
      {kinds ? (
        <FilterTabs
          label="Filter"
          name="kind"
          options={Object.entries(kinds).map(([value, text]) => ({ value, text }))}
        />
      ) : null}
      {part === "classes" ? <ClassPage nothing={nothing} /> : <EntryPage part={part} nothing={nothing} />}
    </>
  );
}

function isListed(part: string): part is keyof typeof lists {
  return Object.hasOwn(lists, part);
}
