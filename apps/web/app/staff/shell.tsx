import type { StaffMe } from "@shoreline/contract";
import { type ReactNode, useState } from "react";
import { type NavigateFunction, NavLink, useNavigate } from "react-router";
import { Notice } from "../ui/message.tsx";
import { skip } from "../ui/skip-link.module.css";
import { IconButton, Key } from "./controls.tsx";
import { StaffIcon } from "./icon.tsx";
import { KeyMap } from "./key-map.tsx";
import { useKeys } from "./keys.ts";
import { Palette } from "./palette/palette.tsx";
import { paletteKey, usePalette } from "./palette/use-palette.ts";
import { PersonMenu } from "./people/person-menu.tsx";
import { may } from "./queries.ts";
import { Dock, Rail } from "./rail.tsx";
import { dockOrder, staffRooms } from "./rooms.ts";
import * as styles from "./shell.module.css";

/** Rail, bar and room. Without a person it is the frame of a page that still loads. */
export function Shell({ me, children }: { me?: StaffMe; children: ReactNode }) {
  const rooms = staffRooms.filter(({ permission }) => me && may(me, permission));
  return (
    <div className={styles.staff} data-environment={me?.environment}>
      <a href="#main" className={skip}>
        Skip to content
      </a>
      <Rail institute={me?.institute} rooms={rooms} />
      <div className={styles.body}>
        <header className={styles.bar}>
          <NavLink to="/staff" end className={styles.institute}>
            {me?.institute ?? "Staff"}
          </NavLink>
          {me ? <BarTools me={me} /> : null}
        </header>
        <main id="main" tabIndex={-1} className={styles.main}>
          <noscript>
            <Notice look="wrong">The staff console needs JavaScript.</Notice>
          </noscript>
          {children}
        </main>
      </div>
      <Dock rooms={dockOrder(rooms, me?.roles ?? [])} />
    </div>
  );
}

function BarTools({ me }: { me: StaffMe }) {
  const navigate = useNavigate();
  const palette = usePalette();
  const [isMapOpen, setMapOpen] = useState(false);
  const rooms = staffRooms.filter(({ permission }) => may(me, permission));
  const showMap = () => setMapOpen(true);
  useKeys({
    "?": showMap,
    ...(may(me, "enrol learners") ? { e: () => enrolInView(navigate) } : {}),
    ...Object.fromEntries(rooms.map(({ key, to }) => [`g ${key}`, () => navigate(to)])),
  });
  return (
    <>
      <button type="button" className={styles.find} aria-haspopup="dialog" onClick={palette.open}>
        <StaffIcon name="search" />
        <span className={styles.findText}>Search or run a command</span>
        <Key>{paletteKey()}</Key>
      </button>
      <div className={styles.tools}>
        {me.environment === "live" ? null : <Environment name={me.environment} />}
        <IconButton icon="info" label="Keyboard map" className={styles.mapButton} onClick={showMap} />
        <PersonMenu me={me} />
      </div>
      {palette.isOpen ? <Palette me={me} onShowKeys={showMap} onClose={palette.close} /> : null}
      {isMapOpen ? <KeyMap rooms={rooms} onClose={() => setMapOpen(false)} /> : null}
    </>
  );
}

/** The person in view, if a page shows one, is in the form already. */
function enrolInView(navigate: NavigateFunction): void {
  const link = document.querySelector("a[data-enrol]");
  if (!document.querySelector("form[data-enrolling]")) navigate(link?.getAttribute("href") ?? "/staff/enrol");
}

function Environment({ name }: { name: "demo" | "local" }) {
  return (
    <span className={styles.environment}>
      {name === "demo" ? "Demo" : "Local"}
      <span className="sr-only">: not everything is real here</span>
    </span>
  );
}
