import { load } from "../../lib/api.ts";
import { describePage, siteInfo } from "../../lib/seo.ts";
import { Icon } from "../../ui/icon.tsx";
import { MoreLink } from "../../ui/more.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import type { Route } from "./+types/contact";
import { ContactForm } from "./contact-form.tsx";

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? describePage({
        title: "Contact Us",
        description: loaderData.contact.lead,
        path: "/contactus",
        picture: "contactus",
        at: loaderData.at,
      })
    : [];

export function loader({ context }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const site = await client.site.read({});
    const { address, phone, landline, email } = site.institute;
    return { at: siteInfo(site), institute: { address, phone, landline, email }, contact: site.contact };
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
            <PhoneLink number={institute.landline} />
          </Detail>
          <Detail icon="mail" title="E-mail">
            <a href={`mailto:${institute.email}`} className="inline-flex min-h-11 items-center">
              {institute.email}
            </a>
          </Detail>
          <Detail icon="clock" title="Hours">
            {contact.hours.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </Detail>
        </div>
        <ContactForm />
      </div>
      <Section aria-labelledby="map">
        <h2 id="map" className="text-2xl">
          How to find us
        </h2>
        <p className="mt-3 max-w-prose text-ink-2">{contact.directions}</p>
        <img
          src={contact.mapPicture}
          alt={contact.mapText}
          width="960"
          height="480"
          loading="lazy"
          className="mt-6 w-full rounded-large"
        />
        <MoreLink to={contact.mapUrl} rel="noopener" className="mt-3">
          Open the live map <Icon name="external" />
        </MoreLink>
      </Section>
    </>
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
