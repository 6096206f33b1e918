import { blocks, type Institute, LongText } from "@shoreline/contract";
import type { Deps } from "../../context.ts";
import type { Drawing } from "../../room.ts";
import { readBlocks, readInstitute } from "./queries.ts";
import { type Card, readCard, shareCards } from "./share-card.ts";

/** Pages whose title does not depend on data. */
const lists = new Map([
  ["onlinecourses", "Live online courses"],
  ["offlinecourses", "Courses at the campus"],
  ["mcq", "Practice tests"],
  ["webinarview", "Webinars"],
  ["verify", "Verify a certificate"],
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

async function findPageCard({ db }: Deps, name: string, institute: Institute): Promise<Card | null> {
  const facts = [placeOf(institute)];
  const listed = lists.get(name);
  if (listed) return { title: listed, facts, picture: null };
  const block = blockOfPage.get(name);
  if (!block) return null;
  const found = (await readBlocks(db, [block]))[block];
  const shown = found === undefined ? usualPage(name, institute) : titleAndPicture(name, found);
  return shown && { ...shown, title: shown.title.replaceAll("{name}", institute.name), facts };
}

function placeOf({ city, foundedIn }: Institute): string {
  return foundedIn ? `In ${city} since ${foundedIn}` : `In ${city}`;
}

/** These pages exist without a text of the institute. */
function usualPage(page: string, { name }: Institute): Omit<Card, "facts"> | null {
  if (page === "aboutus") return { title: name, picture: null };
  return page === "contactus" ? { title: "Contact us", picture: null } : null;
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
