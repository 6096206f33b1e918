import type { Mentor } from "@shoreline/contract";
import { load } from "../../lib/load.ts";
import { partsOf, refuseMissing } from "../../lib/parts.ts";
import { describePage, siteInfo } from "../../lib/seo.ts";
import { PageHead, Section, SectionHead } from "../../ui/section.tsx";
import type { Route } from "./+types/about";

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.meta ?? [];

export function loader({ context }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const [site, mentors] = await Promise.all([client.site.read({}), client.course.mentors({})]);
    refuseMissing(partsOf(site).about);
    const { name, tagline } = site.institute;
    const about = site.about ?? { title: name, lead: tagline, paragraphs: [], teamPicture: null, teamText: null };
    const at = siteInfo(site);
    const meta = describePage({
      title: "About Us",
      description: about.lead,
      path: "/aboutus",
      card: "page/aboutus",
      at,
    });
    return { meta, about, mentors };
  });
}

export default function AboutPage({ loaderData: { about, mentors } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={about.title} lead={about.lead} />
      <div className="wrap">
        {about.teamPicture ? (
          <img
            src={about.teamPicture}
            alt={about.teamText ?? ""}
            width="960"
            height="480"
            className="h-auto w-full rounded-large"
          />
        ) : null}
        <div className="mt-10 gap-12 md:columns-2">
          {about.paragraphs.map((paragraph) => (
            <p key={paragraph} className="mb-5 break-inside-avoid text-ink-2">
              {paragraph}
            </p>
          ))}
        </div>
      </div>
      {mentors.length > 0 ? <Mentors mentors={mentors} /> : null}
    </>
  );
}

function Mentors({ mentors }: { mentors: Mentor[] }) {
  return (
    <Section aria-labelledby="mentors">
      <SectionHead id="mentors" title="Meet Our Mentor" />
      <ul className="grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
        {mentors.map(({ mentorName, designation, profilePicture, about: text }) => (
          <li key={mentorName} data-reveal>
            <img src={profilePicture} alt="" width="200" height="240" loading="lazy" className="w-full rounded-small" />
            <h3 className="mt-4 text-xl">{mentorName}</h3>
            <p className="text-s font-semibold text-sea">{designation}</p>
            <p className="mt-2 text-s text-ink-2">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
