import type { Institute } from "@shoreline/contract";
import { useEffect, useRef, useState } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { ButtonLink } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { useDismiss } from "../ui/use-dismiss.ts";
import { type NavEntry, navEntries } from "./links.ts";

export function Header({ institute }: { institute: Institute | undefined }) {
  const entries = navEntries(institute);
  const name = institute?.name ?? "Home";
  const menu = useRef<HTMLDialogElement>(null);
  return (
    <header className="top-bar">
      <div className="wrap flex min-h-18 items-center gap-2">
        <Link to="/" className="logo mr-auto">
          <img src="/icon.svg" alt="" width="34" height="34" />
          {name}
        </Link>
        <nav aria-label="Main" className="hidden min-[1120px]:flex">
          {entries.map((entry) =>
            entry.below ? <DropDown key={entry.text} entry={entry} /> : <NavItem key={entry.text} entry={entry} />,
          )}
        </nav>
        <SignInLink />
        <button
          type="button"
          className="icon-button min-[1120px]:hidden"
          aria-label="Open menu"
          onClick={() => menu.current?.showModal()}
        >
          <Icon name="menu" />
        </button>
      </div>
      <noscript>
        <nav aria-label="All pages" className="wrap flex flex-wrap min-[1120px]:hidden">
          {entries.map((entry) => (
            <a key={entry.text} href={entry.to} className="nav-link">
              {entry.text}
            </a>
          ))}
        </nav>
      </noscript>
      <ProgressLine />
      <SideMenu name={name} entries={entries} menu={menu} />
    </header>
  );
}

function NavItem({ entry: { text, to, isOutside } }: { entry: NavEntry }) {
  if (isOutside)
    return (
      <a href={to} className="nav-link">
        {text}
      </a>
    );
  return (
    <NavLink to={to} end={to === "/"} className="nav-link">
      {text}
    </NavLink>
  );
}

/** Both are drawn; which one shows is decided before the first paint (see root.tsx). */
function SignInLink() {
  return (
    <>
      <span className="when-out">
        <ButtonLink to="/login">Login</ButtonLink>
      </span>
      <span className="when-in">
        <ButtonLink to="/dashboard/mycourses/">Classroom</ButtonLink>
      </span>
    </>
  );
}

function DropDown({ entry: { text, to, below = [] } }: { entry: NavEntry }) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  const isHere = below.some((item) => pathname.startsWith(item.to));
  useDismiss({ box, isOpen, onDismiss: () => setOpen(false) });

  return (
    <div ref={box} className="relative">
      <button
        type="button"
        className="nav-link"
        aria-expanded={isOpen}
        aria-controls={`menu-${text}`}
        aria-current={isHere ? "page" : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {text} <Icon name="down" className="size-4" />
      </button>
      {/* Without scripts the button opens nothing, so the first entry stands in its place. */}
      <noscript>
        <a href={to} className="nav-link">
          All
        </a>
      </noscript>
      <div id={`menu-${text}`} hidden={!isOpen} className="drop-down">
        {below.map((item) => (
          <NavLink key={item.to} to={item.to} className="nav-link w-full" onClick={() => setOpen(false)}>
            {item.text}
          </NavLink>
        ))}
      </div>
    </div>
  );
}

type SideMenuProps = { name: string; entries: NavEntry[]; menu: React.RefObject<HTMLDialogElement | null> };

function SideMenu({ name, entries, menu }: SideMenuProps) {
  const close = () => menu.current?.close();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever led to another page, the menu is done.
  useEffect(close, [pathname]);
  const flat = entries.flatMap(
    (entry) => entry.below?.map((item) => ({ ...item, text: `${item.text} ${entry.text}` })) ?? [entry],
  );
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; this is the click beside it.
    <dialog
      ref={menu}
      className="side-menu"
      aria-label="Menu"
      onClick={(event) => event.target === menu.current && close()}
    >
      <div>
        <div className="flex items-center justify-between">
          <span className="logo">
            <img src="/icon.svg" alt="" width="34" height="34" />
            {name}
          </span>
          <button type="button" className="icon-button" aria-label="Close menu" onClick={close}>
            <Icon name="x" />
          </button>
        </div>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the links inside are what is pressed. */}
        <nav aria-label="Side menu" className="mt-4 grid" onClick={close}>
          {flat.map((entry) => (
            <NavItem key={entry.text} entry={entry} />
          ))}
          <div className="mt-5">
            <SignInLink />
          </div>
        </nav>
      </div>
    </dialog>
  );
}

/** How far down the page the reader is. */
function ProgressLine() {
  const line = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another height.
  useEffect(() => {
    const draw = () => {
      const root = document.documentElement;
      const share = window.scrollY / Math.max(1, root.scrollHeight - window.innerHeight);
      if (line.current) line.current.style.transform = `scaleX(${Math.min(1, share)})`;
    };
    draw();
    window.addEventListener("scroll", draw, { passive: true });
    return () => window.removeEventListener("scroll", draw);
  }, [pathname]);
  return <div ref={line} className="progress-line" role="presentation" />;
}
