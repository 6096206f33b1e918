import type { Profile, Purchase } from "@shoreline/contract";
import { type ComponentType, lazy, Suspense, useState } from "react";
import { DialogFailed } from "../rooms/lead/dialog-failed.tsx";
import type { AskProps } from "../rooms/question/ask-dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { MoreButton, MoreLink } from "../ui/more.tsx";
import * as styles from "./contact-strip.module.css";

const AskDialog = lazy<ComponentType<AskProps>>(() =>
  import("../rooms/question/ask-dialog.tsx").catch(() => ({ default: DialogFailed })),
);

export type Contact = { phone: string; email: string; whatsapp: string | null };
type Props = { contact: Contact; profile: Profile | undefined; purchases: Purchase[] };

/** At the foot of every screen: how to reach the institute. */
export function ContactStrip({ contact: { phone, email, whatsapp }, profile, purchases }: Props) {
  const [isAsking, setAsking] = useState(false);
  return (
    <footer className={styles.strip}>
      <div className="wrap flex flex-wrap items-center gap-x-7 gap-y-1">
        <p className="grow font-medium">Questions? We are here to help.</p>
        <MoreLink to={`tel:${phone.replaceAll(" ", "")}`} reloadDocument>
          <Icon name="phone" /> {phone}
        </MoreLink>
        {whatsapp ? (
          <MoreLink to={`https://wa.me/${whatsapp}`} target="_blank" rel="noreferrer">
            <Icon name="wa" /> WhatsApp
          </MoreLink>
        ) : null}
        <MoreLink to={`mailto:${email}`} reloadDocument>
          <Icon name="mail" /> {email}
        </MoreLink>
        {profile && purchases.length > 0 ? (
          <MoreButton onClick={() => setAsking(true)}>
            <Icon name="chat" /> Ask your trainer
          </MoreButton>
        ) : null}
      </div>
      {profile && isAsking ? (
        <Suspense>
          <AskDialog learnerId={profile._id} purchases={purchases} onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </footer>
  );
}
