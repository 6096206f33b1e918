import type { Certificate } from "@shoreline/contract";
import { linkedInUrl } from "@shoreline/domain/certificate";
import { ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";

/** `url` is the address of the certificate, `words` what a message says before it. */
type Props = { certificate: Certificate; timeZone: string; url: string; words: string };

/** Adds the certificate to a LinkedIn profile, or sends its link by WhatsApp. */
export function ShareLinks({ certificate, timeZone, url, words }: Props) {
  const { certificateId, courseCompleted: name, certificateEarned, issuedBy: organisation } = certificate;
  // As a number, in the institute's time. The rules of time zones in the domain weigh more than the page may.
  const earned = (unit: "year" | "month") =>
    Number(new Date(certificateEarned).toLocaleDateString("en", { timeZone, [unit]: "numeric" }));
  const links = [
    {
      text: "LinkedIn",
      says: `add ${certificateId} to your profile`,
      icon: "li",
      to: linkedInUrl({ certificateId, name, organisation, year: earned("year"), month: earned("month"), url }),
    },
    {
      text: "WhatsApp",
      says: `share ${certificateId}`,
      icon: "wa",
      to: `https://wa.me/?text=${encodeURIComponent(`${words} ${url}`)}`,
    },
  ];
  return links.map(({ text, says, icon, to }) => (
    <ButtonLink look="line" key={text} to={to} target="_blank" rel="noopener">
      <Icon name={icon} /> {text}
      <span className="sr-only">{says} (opens in a new tab)</span>
    </ButtonLink>
  ));
}
