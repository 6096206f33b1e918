import { lazy, Suspense } from "react";
import { Link } from "react-router";
import { deferLoad } from "../lib/defer-load.ts";
import { deep } from "../ui/deep.module.css";
import { Icon } from "../ui/icon.tsx";
import { iconButton } from "../ui/icon-button.module.css";
import * as styles from "./footer.module.css";
import type { FrameData } from "./frame-data.ts";

const Subscribe = lazy(deferLoad(() => import("../rooms/lead/subscribe.tsx")));
// The same element in every rendering: a part that changes before its script has loaded would disappear until then.
const subscribe = (
  <Suspense>
    <Subscribe />
  </Suspense>
);

export function Footer({ institute, footer, networks, year, hasSea }: FrameData) {
  const { name, phone, email, address } = institute;
  return (
    <>
      {hasSea ? <FooterEdge /> : null}
      <footer className={deep}>
        <div className="wrap">
          <div className="grid grid-cols-2 gap-10 py-14 lg:grid-cols-[4fr_2fr_2fr_3fr]">
            {subscribe}
            {footer.map(({ title, links }) => (
              <LinkColumn key={title} title={title} links={links} />
            ))}
            <div className="col-span-2 lg:col-span-1">
              <h2 className={styles.title}>Reach us</h2>
              <address className="not-italic">
                <a className={styles.link} href={`tel:${phone.replaceAll(" ", "")}`}>
                  {phone}
                </a>
                <br />
                <a className={styles.link} href={`mailto:${email}`}>
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
          <div className={styles.end}>
            <span>
              © {year} {name}
            </span>
            <span className="flex gap-5">
              <Link className={styles.link} to="/terms-conditions">
                Terms
              </Link>
              <Link className={styles.link} to="/privacy-policy">
                Privacy
              </Link>
            </span>
            <span className="-ml-3 flex sm:-mr-3">
              {networks.map(({ text, icon, to }) => (
                <a key={text} className={iconButton} href={to} rel="noopener" aria-label={text}>
                  <Icon name={icon} />
                </a>
              ))}
            </span>
          </div>
        </div>
      </footer>
    </>
  );
}

/** Boats and a half sun on the horizon, which is the edge of the footer. */
function FooterEdge() {
  return (
    <svg viewBox="0 0 1440 120" preserveAspectRatio="xMaxYMax slice" className={styles.edge} aria-hidden="true">
      <rect x="980" y="26" width="90" height="10" rx="5" className="fill-art-cloud" />
      <rect x="1080" y="26" width="34" height="10" rx="5" className="fill-art-cloud" />
      <path d="M1150 120a62 62 0 0 1 124 0z" className="fill-art-sun" />
      <path d="M850 108h60l-11 12h-38zM560 112h34l-6 8h-22z" className="fill-ink-2" />
      <path d="M878 104V50l-28 54zM576 108V82l-14 26z" className="fill-art-band" />
      <path d="M883 104V64l22 40z" className="fill-glow" />
    </svg>
  );
}

function LinkColumn({ title, links }: { title: string; links: { text: string; to: string }[] }) {
  return (
    <nav aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <ul>
        {links.map(({ text, to }) => (
          <li key={text}>
            <Link className={styles.link} to={to}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
