import { blocks, type Institute, LongText, type Site } from "@shoreline/contract";
import type { Deps } from "../../context.ts";
import type { Drawing } from "../../room.ts";
import { readBlocks, readInstitute } from "./queries.ts";
import { type Card, readCard, shareCards } from "./share-card.ts";

type ListPage = { title: string; offer: keyof Site["offers"] | null };

/** Pages whose title does not depend on data. They exist if the institute has something to list there. */
const lists = new Map<string, ListPage>([
  ["onlinecourses", { title: "Live online courses", offer: "courses" }],
  ["offlinecourses", { title: "Courses at the campus", offer: "offlineCourses" }],
  ["mcq", { title: "Practice tests", offer: "tests" }],
  ["webinarview", { title: "Webinars", offer: "webinars" }],
  ["verify", { title: "Verify a certificate", offer: null }],
]);

/** Pages that show a block, or a long text. */
const blockOfPage = new Map([
  ["aboutus", "about"],
  ["contactus", "contact"],
  ...["services", "career", "terms-conditions", "privacy-policy"].map((name) => [name, name] as const),
]);

export const pageCards: Drawing[] = [
  {
    address: "/share/home.jpg",
    async draw(deps) {
      const institute = await readInstitute(deps.db);
      const card: Card = { title: institute.tagline, facts: [placeOf(institute)], picture: null };
      return { type: "image/jpeg", bytes: await readCard(deps, institute, card) };
    },
  },
  shareCards("page", findPageCard),
];

async function findPageCard({ db, offers }: Deps, name: string, institute: Institute): Promise<Card | null> {
  const facts = [placeOf(institute)];
  const has = (offer: keyof Site["offers"]) => offers[offer](db);
  const list = lists.get(name);
  if (list) return !list.offer || (await has(list.offer)) ? { title: list.title, facts, picture: null } : null;
  const block = blockOfPage.get(name);
  if (!block) return null;
  const found = (await readBlocks(db, [block]))[block];
  const isWithoutText = name === "contactus" || (name === "aboutus" && (await has("mentors")));
  const shown = titleAndPicture(name, found) ?? (isWithoutText ? usualPage(name, institute) : null);
  return shown && { ...shown, title: shown.title.replaceAll("{name}", institute.name), facts };
}

function placeOf({ city, foundedIn }: Institute): string {
  return foundedIn ? `In ${city} since ${foundedIn}` : `In ${city}`;
}

/** For pages that exist without a text of the institute. */
function usualPage(page: string, { name }: Institute): Omit<Card, "facts"> {
  return { title: page === "aboutus" ? name : "Contact us", picture: null };
}

function titleAndPicture(page: string, content: unknown): Omit<Card, "facts"> | null {
  const about = page === "aboutus" ? blocks.about.safeParse(content).data : undefined;
  if (about) return { title: about.title, picture: about.teamPicture };
  const contact = page === "contactus" ? blocks.contact.safeParse(content).data : undefined;
  if (contact) return { title: contact.title, picture: contact.mapPicture };
  const career = page === "career" ? blocks.career.safeParse(content).data : undefined;
  if (career) return career;
  const services = page === "services" ? blocks.services.safeParse(content).data : undefined;
  if (services) return { title: services.title, picture: services.rows[0]?.picture ?? null };
  const isText = page === "terms-conditions" || page === "privacy-policy";
  const text = isText ? LongText.safeParse(content).data : undefined;
  return text ? { title: text.title, picture: null } : null;
}
