import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { ButtonLink } from "../ui/button.tsx";
import { Drawer, opensDrawer } from "../ui/drawer.tsx";
import { Icon } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import * as bar from "../ui/top-bar.module.css";
import { BarLink, Logo, SignPicture } from "../ui/top-bar.tsx";
import { useDismiss } from "../ui/use-dismiss.ts";
import type { FrameData, NavEntry } from "./frame-data.ts";
import * as styles from "./header.module.css";

const onlyHome: NavEntry[] = [{ text: "Home", to: "/" }];

export function Header({ institute, nav: entries = onlyHome }: Partial<FrameData>) {
  const sign = { name: institute?.name ?? "Home", logo: institute?.logo };
  const menu = useRef<HTMLDialogElement>(null);
  const flat = entries.flatMap(
    (entry) => entry.below?.map((item) => ({ ...item, text: `${item.text} ${entry.text}` })) ?? [entry],
  );
  return (
    <header className={bar.bar}>
      <div className="wrap flex min-h-18 items-center gap-2">
        <Logo {...sign} className="mr-auto" />
        <nav aria-label="Main" className="hidden min-[1120px]:flex">
          {entries.map((entry) =>
            entry.below ? <DropDown key={entry.text} entry={entry} /> : <NavItem key={entry.text} entry={entry} />,
          )}
        </nav>
        <SignInLink />
        <IconButton icon="menu" label="Open menu" className="min-[1120px]:hidden" {...opensDrawer(menu)} />
      </div>
      <noscript>
        <nav aria-label="All pages" className="wrap flex flex-wrap min-[1120px]:hidden">
          {entries.map(({ text, to }) => (
            <BarLink key={text} to={to} aria-current="false">
              {text}
            </BarLink>
          ))}
        </nav>
      </noscript>
      <ProgressLine />
      <Drawer menu={menu}>
        <div className="flex">
          <span className={bar.logo}>
            <SignPicture {...sign} />
          </span>
        </div>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users press the links inside. */}
        <nav aria-label="Side menu" className="mt-4 grid" onClick={() => menu.current?.close()}>
          {flat.map((entry) => (
            <NavItem key={entry.text} entry={entry} />
          ))}
          <div className="mt-5">
            <SignInLink className="w-full" />
          </div>
        </nav>
      </Drawer>
    </header>
  );
}

function NavItem({ entry: { text, to, isOutside = false } }: { entry: NavEntry }) {
  return (
    <BarLink to={to} end={to === "/"} reloadDocument={isOutside}>
      {text}
    </BarLink>
  );
}

/** Both are rendered; root.tsx decides before the first paint which one shows. */
function SignInLink({ className }: { className?: string }) {
  return (
    <>
      <span className={styles.whenOut}>
        <ButtonLink to="/login" className={className}>
          Login
        </ButtonLink>
      </span>
      <span className={styles.whenIn}>
        <ButtonLink to="/dashboard/mycourses/" className={className}>
          Classroom
        </ButtonLink>
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
        className={bar.link}
        aria-expanded={isOpen}
        aria-controls={`menu-${text}`}
        aria-current={isHere ? "page" : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {text} <Icon name="down" className="size-4" />
      </button>
      {/* Without scripts the button opens nothing, so a link to the first entry replaces it. */}
      <noscript>
        <BarLink to={to} aria-current="false">
          All
        </BarLink>
      </noscript>
      <div id={`menu-${text}`} hidden={!isOpen} className={styles.dropDown}>
        {below.map((item) => (
          <BarLink key={item.to} to={item.to} className="w-full" onClick={() => setOpen(false)}>
            {item.text}
          </BarLink>
        ))}
      </div>
    </div>
  );
}

/** How far the reader has scrolled. */
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
  return <div ref={line} className={styles.progress} role="presentation" />;
}
