import { formatDay } from "../../lib/format.ts";
import { load } from "../../lib/load.ts";
import { describePage, siteInfo } from "../../lib/seo.ts";
import { PageHead } from "../../ui/section.tsx";
import type { Route } from "./+types/long-text";

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.meta ?? [];

/** The address is the name of the text: /terms-conditions, /privacy-policy. */
export function loader({ context, request }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const name = new URL(request.url).pathname.replace(/\.data$/, "").replaceAll("/", "");
    const [text, site] = await Promise.all([client.site.text({ name }), client.site.read({})]);
    const at = siteInfo(site);
    const meta = describePage({
      title: text.title,
      description: text.intro,
      path: `/${name}`,
      card: `page/${name}`,
      at,
    });
    return { meta, text, timeZone: site.institute.timeZone };
  });
}

export default function LongTextPage({ loaderData: { text, timeZone } }: Route.ComponentProps) {
  return (
    <article>
      <PageHead title={text.title} lead={text.intro} />
      <div className="wrap grid gap-10 lg:grid-cols-[4fr_8fr]">
        <nav aria-label="Sections" className="text-s lg:sticky lg:top-24 lg:self-start">
          <p className="mb-3 text-ink-2">Effective from {formatDay(text.updated, { timeZone })}</p>
          <ol className="grid list-decimal gap-1 pl-6">
            {text.sections.map(({ title }, n) => (
              <li key={title}>
                <a href={`#section-${n + 1}`} className="inline-flex min-h-11 items-center lg:min-h-0">
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="grid gap-8">
          {text.sections.map(({ title, paragraphs }, n) => (
            <section key={title} id={`section-${n + 1}`} className="scroll-mt-24">
              <h2 className="text-xl">
                {n + 1}. {title}
              </h2>
              {paragraphs.map((paragraph) => (
                <p key={paragraph} className="mt-3 max-w-prose text-ink-2">
                  {paragraph}
                </p>
              ))}
            </section>
          ))}
        </div>
      </div>
    </article>
  );
}
