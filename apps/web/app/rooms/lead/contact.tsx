import type { Site } from "@shoreline/contract";
import { load } from "../../lib/api.ts";
import { describePage, siteInfo } from "../../lib/seo.ts";
import { Icon } from "../../ui/icon.tsx";
import { MoreLink } from "../../ui/more.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import type { Route } from "./+types/contact";
import { ContactForm } from "./contact-form.tsx";

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.meta ?? [];

type Contact = NonNullable<Site["contact"]>;

const usualContact: Contact = {
  title: "Contact Us",
  lead: "Tell us what you would like to learn. We read every message.",
  hours: [],
  mapPicture: null,
  mapText: null,
  mapUrl: null,
  directions: null,
};

export function loader({ context }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const site = await client.site.read({});
    const { address, phone, landline, email } = site.institute;
    const contact = site.contact ?? usualContact;
    const at = siteInfo(site);
    const meta = describePage({
      title: "Contact Us",
      description: contact.lead,
      path: "/contactus",
      card: "page/contactus",
      at,
    });
    return { meta, institute: { address, phone, landline, email }, contact };
  });
}

export default function ContactPage({ loaderData: { institute, contact } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={contact.title} lead={contact.lead} />
      <div className="wrap grid gap-10 lg:grid-cols-[5fr_7fr]">
        <div className="grid content-start gap-6 lg:sticky lg:top-24 lg:self-start">
          <Detail icon="pin" title="Address">
            {institute.address.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </Detail>
          <Detail icon="phone" title="Phone">
            <PhoneLink number={institute.phone} />
            {institute.landline ? <PhoneLink number={institute.landline} /> : null}
          </Detail>
          <Detail icon="mail" title="E-mail">
            <a href={`mailto:${institute.email}`} className="inline-flex min-h-11 items-center">
              {institute.email}
            </a>
          </Detail>
          {contact.hours.length > 0 ? (
            <Detail icon="clock" title="Hours">
              {contact.hours.map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
            </Detail>
          ) : null}
        </div>
        <ContactForm />
      </div>
      <Way contact={contact} />
    </>
  );
}

function Way({ contact: { directions, mapPicture, mapText, mapUrl } }: { contact: Contact }) {
  if (!directions && !mapPicture && !mapUrl) return null;
  return (
    <Section aria-labelledby="map">
      <h2 id="map" className="text-2xl">
        How to find us
      </h2>
      {directions ? <p className="mt-3 max-w-prose text-ink-2">{directions}</p> : null}
      {mapPicture ? (
        <img
          src={mapPicture}
          alt={mapText ?? ""}
          width="960"
          height="480"
          loading="lazy"
          className="mt-6 w-full rounded-large"
        />
      ) : null}
      {mapUrl ? (
        <MoreLink to={mapUrl} rel="noopener" className="mt-3">
          Open the live map <Icon name="external" />
        </MoreLink>
      ) : null}
    </Section>
  );
}

function Detail({ icon, title, children }: { icon: string; title: string; children: React.ReactNode }) {
  return (
    <section className="flex gap-4 border-t border-rule pt-4">
      <Icon name={icon} className="mt-1 size-6 text-sea" />
      <div>
        <h2 className="text-l">{title}</h2>
        <div className="mt-1 text-ink-2">{children}</div>
      </div>
    </section>
  );
}

function PhoneLink({ number }: { number: string }) {
  return (
    <a href={`tel:${number.replaceAll(" ", "")}`} className="mr-5 inline-flex min-h-11 items-center">
      {number}
    </a>
  );
}
