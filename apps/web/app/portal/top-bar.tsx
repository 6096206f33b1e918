import type { Profile, Purchase } from "@shoreline/contract";
import { useEffect, useRef, useState } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { signOut } from "../rooms/account/sign-out.ts";
import { useNotifications } from "../rooms/notification/queries.ts";
import { Avatar } from "../ui/avatar.tsx";
import { opensDrawer } from "../ui/drawer.tsx";
import { Icon } from "../ui/icon.tsx";
import { iconButton } from "../ui/icon-button.module.css";
import { IconButton } from "../ui/icon-button.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Tag } from "../ui/tag.tsx";
import { bar } from "../ui/top-bar.module.css";
import { BarLink, Logo, type Sign } from "../ui/top-bar.tsx";
import { useDismiss } from "../ui/use-dismiss.ts";
import { screens } from "./links.ts";
import * as entry from "./menu-link.module.css";
import { SideMenu } from "./side-menu.tsx";
import * as styles from "./top-bar.module.css";

type Props = { sign: Sign; profile: Profile | undefined; purchases: Purchase[] };

/** `also` matches the screens that belong to each. */
const mainScreens = [
  { to: "/dashboard/mycourses", text: "My Courses", also: /\/(schedule|zoompage|mycoursemoreinfo)/ },
  { to: "/dashboard/allcourses", text: "All Courses", also: /\/viewdetails/ },
];

export function TopBar({ sign, profile, purchases }: Props) {
  const { pathname } = useLocation();
  const menu = useRef<HTMLDialogElement>(null);
  return (
    <header className={bar}>
      <div className="wrap flex min-h-18 items-center gap-1 sm:gap-3">
        <Logo name={sign.name} logo={sign.logo} className="mr-auto" />
        <nav aria-label="Main" className="hidden sm:flex">
          {mainScreens.map(({ to, text, also }) => (
            <BarLink key={to} to={to} className={also.test(pathname) ? "font-medium text-sea" : ""}>
              {text}
            </BarLink>
          ))}
        </nav>
        {profile ? <Bell /> : <BellLink unread={0} />}
        {profile ? <ProfileMenu profile={profile} /> : <Skeleton className="size-12 flex-none rounded-full" />}
        <IconButton icon="menu" label="Open menu" className="lg:hidden" {...opensDrawer(menu)} />
      </div>
      <SideMenu menu={menu} sign={sign} purchases={purchases} />
    </header>
  );
}

function Bell() {
  return <BellLink unread={useNotifications().data?.unread ?? 0} />;
}

/** Takes its space before the learner is known, so that nothing beside it moves. */
function BellLink({ unread }: { unread: number }) {
  return (
    <Link
      to="/dashboard/notification"
      className={`${iconButton} relative`}
      aria-label={unread > 0 ? `Notification, ${unread} unread` : "Notification"}
    >
      <Icon name="bell" />
      {unread > 0 ? <span className={styles.count}>{unread > 99 ? "99+" : unread}</span> : null}
    </Link>
  );
}

function ProfileMenu({ profile }: { profile: Profile }) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { pathname } = useLocation();
  const unread = useNotifications().data?.unread ?? 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: going to a screen closes the menu.
  useEffect(() => setOpen(false), [pathname]);
  useDismiss({
    box,
    isOpen,
    onDismiss: (how) => {
      setOpen(false);
      if (how === "escape") button.current?.focus();
    },
  });

  return (
    <div ref={box} className="relative">
      <button
        ref={button}
        type="button"
        className={styles.profileButton}
        aria-label="Your profile"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Avatar name={profile.firstName} picture={profile.profilePicture} />
      </button>
      {isOpen ? (
        <div className={styles.profileMenu}>
          <div className="flex items-center gap-3 border-b border-rule p-3">
            <Avatar name={profile.firstName} picture="" />
            <p className="min-w-0">
              <b className="block truncate">
                {profile.firstName} {profile.lastName}
              </b>
              <span className="block truncate text-s text-ink-2">{profile.email}</span>
            </p>
          </div>
          <nav aria-label="Your classroom" className="grid py-2">
            {screens.map(({ to, text, icon }) => (
              <NavLink key={to} to={to} className={entry.link}>
                <Icon name={icon} />
                {text}
                {to.endsWith("notification") && unread > 0 ? (
                  <Tag look="coral" className="ml-auto">
                    {unread}
                  </Tag>
                ) : null}
              </NavLink>
            ))}
          </nav>
          <a
            href="/login"
            className={`${entry.link} border-t border-rule`}
            onClick={(event) => {
              event.preventDefault();
              signOut("/login");
            }}
          >
            <Icon name="out" />
            Logout
          </a>
        </div>
      ) : null}
    </div>
  );
}
