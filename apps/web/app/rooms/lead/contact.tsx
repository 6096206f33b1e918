import type { Site } from "@shoreline/contract";
import { data, Link } from "react-router";
import { load } from "../../lib/load.ts";
import { describePage, siteInfo } from "../../lib/seo.ts";
import { Icon } from "../../ui/icon.tsx";
import { more } from "../../ui/more.module.css";
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
  mapFrame: null,
  directions: null,
};

/** The server reads the frame's address and allows its host on this page only. */
export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function loader({ context, request }: Route.LoaderArgs) {
  const isMapOpen = new URL(request.url).searchParams.has("map");
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
    const frame = isMapOpen ? contact.mapFrame : null;
    const page = { meta, institute: { address, phone, landline, email }, contact, frame };
    return data(page, frame ? { headers: { "cache-control": "no-store", "x-page-frame": frame } } : {});
  });
}

export default function ContactPage({ loaderData: { institute, contact, frame } }: Route.ComponentProps) {
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
      {hasDirections(contact) ? <Directions contact={contact} frame={frame} /> : <div className="h-(--section-air)" />}
    </>
  );
}

function hasDirections({ directions, mapPicture, mapUrl, mapFrame }: Contact): boolean {
  return Boolean(directions || mapPicture || mapUrl || mapFrame);
}

/** `frame` is the address of the live map, once the visitor has asked for it. */
type DirectionsProps = { contact: Contact; frame: string | null };

function Directions({ contact, frame }: DirectionsProps) {
  const { directions, mapPicture, mapText, mapUrl, mapFrame } = contact;
  return (
    <Section aria-labelledby="map">
      <h2 id="map" className="text-2xl">
        How to find us
      </h2>
      {directions ? <p className="mt-3 max-w-prose text-ink-2">{directions}</p> : null}
      {frame ? (
        <iframe
          src={frame}
          title="Map of our surroundings"
          referrerPolicy="strict-origin-when-cross-origin"
          className="mt-6 aspect-[2/1] min-h-80 w-full rounded-large border border-rule"
        />
      ) : mapFrame ? (
        // A document of its own, because only its policy allows the frame.
        <Link to="/contactus?map=1#map" reloadDocument className="grid gap-3">
          {mapPicture ? <DrawnMap src={mapPicture} alt={mapText} /> : null}
          <span className={more}>
            <Icon name="pin" /> Show the map
          </span>
        </Link>
      ) : mapPicture ? (
        <DrawnMap src={mapPicture} alt={mapText} />
      ) : null}
      {mapUrl ? (
        <MoreLink to={mapUrl} rel="noopener" className="mt-3">
          Open the live map <Icon name="external" />
        </MoreLink>
      ) : null}
    </Section>
  );
}

function DrawnMap({ src, alt }: { src: string; alt: string | null }) {
  return (
    <img src={src} alt={alt ?? ""} width="960" height="480" loading="lazy" className="mt-6 w-full rounded-large" />
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
