import type { Permission } from "@shoreline/domain/staff";
import { Link, useParams } from "react-router";
import { NoSuchPage } from "../no-such-page.tsx";
import { BackLink, PageHead } from "../page-head.tsx";
import { may, useMe } from "../queries.ts";
import { RefusedRoom } from "../refused-room.tsx";
import * as views from "../tabs.module.css";
import { useSearch } from "../use-search.ts";
import { todayParts } from "./today-figures.ts";
import { ClassPage, EntryPage } from "./today-pages.tsx";

type Filter = { name: "only" | "kind"; options: Record<string, string> };
type List = { permission: Permission; about: string; filter?: Filter };

const lists = {
  classes: {
    permission: "see today",
    about: "Your system administrator sets trainers and class links.",
    filter: { name: "only", options: { mine: "Yours", "no trainer": "No trainer", "no link": "No link" } },
  },
  payments: {
    permission: "see payments",
    about: "Payments that do not match their order. The institute has got a mail about each of them.",
  },
  failed: {
    permission: "change people",
    about: "Messages and notifications that failed in the last 7 days, and all failed tasks.",
    filter: {
      name: "kind",
      options: { message: "Messages", notification: "Notifications", job: "Tasks", enquiry: "Enquiries" },
    },
  },
  expiring: { permission: "change people", about: "A backup that is missing or old, and invitations that end soon." },
} satisfies Record<string, List>;

/** The list that a tile of Today counts, page by page. Filter and page are in the address. */
export default function TodayList() {
  const { part = "" } = useParams();
  const me = useMe();
  if (!isListed(part)) return <NoSuchPage />;
  const { permission, about, filter }: List = lists[part];
  const { title, nothing } = todayParts[part];
  if (!may(me, permission)) return <RefusedRoom room={{ text: title, permission }} me={me} />;
  return (
    <>
      <BackLink to="/staff/today">Today</BackLink>
      <PageHead title={title} about={about} />
      {filter ? <FilterTabs {...filter} /> : null}
      {part === "classes" ? <ClassPage nothing={nothing} /> : <EntryPage part={part} nothing={nothing} />}
    </>
  );
}

function isListed(part: string): part is keyof typeof lists {
  return Object.hasOwn(lists, part);
}

function FilterTabs({ name, options }: Filter) {
  const now = useSearch().get(name) ?? "";
  return (
    <nav className={views.tabs} aria-label="Filter">
      {Object.entries({ "": "All", ...options }).map(([value, text]) => (
        <Link
          key={value}
          to={value ? `?${new URLSearchParams({ [name]: value })}` : "?"}
          className={views.tab}
          aria-current={value === now ? "page" : undefined}
          preventScrollReset
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
