import type { Institute } from "@shoreline/contract";
import { Link } from "react-router";
import { Icon } from "../ui/icon.tsx";
import { Subscribe } from "./subscribe.tsx";

const learn = [
  { text: "Online courses", to: "/onlinecourses" },
  { text: "Offline courses", to: "/offlinecourses" },
  { text: "Practice tests", to: "/mcq" },
  { text: "Webinars", to: "/webinarview" },
];
const academy = [
  { text: "About Us", to: "/aboutus" },
  { text: "Services", to: "/services" },
  { text: "Career", to: "/career" },
  { text: "Verify a certificate", to: "/verify/e_certificate/" },
];

export function Footer({ institute }: { institute: Institute }) {
  const { name, foundedIn, phone, email, address, social } = institute;
  const networks = [
    { text: "Facebook", icon: "fb", to: social.facebook },
    { text: "Instagram", icon: "ig", to: social.instagram },
    { text: "YouTube", icon: "yt", to: social.youtube },
    { text: "LinkedIn", icon: "li", to: social.linkedin },
  ];
  return (
    <footer className="on-deep mt-24">
      <div className="wrap">
        <div className="grid gap-10 py-14 md:grid-cols-2 lg:grid-cols-[5fr_2fr_2fr_2fr]">
          <Subscribe />
          <LinkColumn title="Learn" links={learn} />
          <LinkColumn title="Academy" links={academy} />
          <div>
            <h2 className="foot-title">Reach us</h2>
            <address className="not-italic">
              <a className="foot-link" href={`tel:${phone.replaceAll(" ", "")}`}>
                {phone}
              </a>
              <br />
              <a className="foot-link" href={`mailto:${email}`}>
                {email}
              </a>
              {address.map((line) => (
                <span key={line} className="block text-s">
                  {line}
                </span>
              ))}
            </address>
          </div>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-6 border-t border-deep-rule py-4 text-s">
          <span>
            © {foundedIn} {name}
          </span>
          <span className="flex gap-5">
            <Link className="foot-link" to="/terms-conditions">
              Terms
            </Link>
            <Link className="foot-link" to="/privacy-policy">
              Privacy
            </Link>
          </span>
          <span className="flex">
            {networks.map(({ text, icon, to }) => (
              <a key={text} className="icon-button" href={to} rel="noopener" aria-label={text}>
                <Icon name={icon} />
              </a>
            ))}
          </span>
        </div>
      </div>
    </footer>
  );
}

function LinkColumn({ title, links }: { title: string; links: { text: string; to: string }[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="foot-title">{title}</h2>
      <ul>
        {links.map(({ text, to }) => (
          <li key={text}>
            <Link className="foot-link" to={to}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
