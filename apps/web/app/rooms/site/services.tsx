import { load } from "../../lib/load.ts";
import { refuseMissing } from "../../lib/parts.ts";
import { describePage, siteInfo } from "../../lib/seo.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { card } from "../../ui/card.module.css";
import { Icon } from "../../ui/icon.tsx";
import { MoreLink } from "../../ui/more.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import type { Route } from "./+types/services";

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.meta ?? [];

export function loader({ context }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const site = await client.site.read({});
    refuseMissing(site.services);
    const at = siteInfo(site);
    const meta = describePage({
      title: "Services",
      description: site.services.lead,
      path: "/services",
      card: "page/services",
      at,
    });
    return { meta, services: site.services, hasTests: site.offers.tests };
  });
}

export default function ServicesPage({ loaderData: { services, hasTests } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={services.title} lead={services.lead} />
      <ul className="wrap grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {services.cards.map(({ title, text, icon }) => (
          <li key={title} className={`${card} grid content-start gap-3`} data-reveal>
            <Icon name={icon} className="size-8 text-sea" />
            <h2 className="text-xl">{title}</h2>
            <p className="text-ink-2">{text}</p>
          </li>
        ))}
      </ul>
      <Section className="grid gap-16">
        {services.rows.map(({ title, text, picture, points }, n) => (
          <section key={title} className="grid items-center gap-8 lg:grid-cols-2" data-reveal>
            <img
              src={picture}
              alt=""
              width="480"
              height="360"
              loading="lazy"
              className={`w-full rounded-medium ${n % 2 === 0 ? "" : "lg:order-last"}`}
            />
            <div>
              <h2 className="text-2xl">{title}</h2>
              <p className="mt-4 text-ink-2">{text}</p>
              <ul className="mt-4 grid gap-2">
                {points.map((point) => (
                  <li key={point} className="flex gap-3">
                    <Icon name="check" className="mt-1 text-sea" />
                    {point}
                  </li>
                ))}
              </ul>
            </div>
          </section>
        ))}
        <p className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <ButtonLink to="/contactus">Talk to us</ButtonLink>
          {hasTests ? (
            <MoreLink to="/mcq">
              Or test your knowledge: free practice tests <Icon name="arrow" />
            </MoreLink>
          ) : null}
        </p>
      </Section>
    </>
  );
}
