import { useEffect, useRef } from "react";
import { NavLink, useLocation } from "react-router";
import { StaffIcon } from "./icon.tsx";
import { Menu } from "./menu.tsx";
import * as styles from "./rail.module.css";
import { roomAt, type StaffRoom } from "./rooms.ts";

type Props = { institute: string | undefined; rooms: StaffRoom[] };

export function Rail({ institute, rooms }: Props) {
  const groups = [...new Set(rooms.map(({ group }) => group))];
  const list = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another room.
  useEffect(() => bringCurrentIntoView(list.current), [pathname, rooms.length]);
  return (
    <div className={styles.rail}>
      <nav className={styles.inner} aria-label="Rooms">
        <NavLink to="/staff" end className={styles.logo}>
          <img src="/icon.svg" alt="" width="26" height="26" />
          <span className={styles.text}>
            <b>{institute}</b> <small>Staff</small>
          </span>
        </NavLink>
        <div ref={list} className={styles.rooms}>
          {groups.map((group) => (
            <section key={group} aria-label={group}>
              <h2 className={styles.group}>{group}</h2>
              <ul>
                {rooms
                  .filter((room) => room.group === group)
                  .map(({ to, icon, text }) => (
                    <li key={to}>
                      <NavLink to={to} className={styles.room}>
                        <StaffIcon name={icon} />
                        <span className={styles.text}>{text}</span>
                      </NavLink>
                    </li>
                  ))}
              </ul>
            </section>
          ))}
        </div>
        <Sea />
      </nav>
    </div>
  );
}

const clearance = 16;

/** Not scrollIntoView, which would scroll the page too. */
function bringCurrentIntoView(list: HTMLElement | null): void {
  const current = list?.querySelector("[aria-current]");
  if (!list || !current) return;
  const [seen, room] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
  if (room.bottom > seen.bottom) list.scrollTop += room.bottom - seen.bottom + clearance;
  else if (room.top < seen.top) list.scrollTop += room.top - seen.top - clearance;
}

const mostInDock = 5;

/** On a phone. The own account is behind the initial above, and here where there is room for it. */
export function Dock({ rooms }: { rooms: StaffRoom[] }) {
  const others = rooms.filter(({ group }) => group !== "You");
  const shared = others.length > 1 ? others : rooms;
  const isFull = shared.length > mostInDock;
  const [first, more] = isFull ? [shared.slice(0, mostInDock - 1), shared.slice(mostInDock - 1)] : [shared, []];
  const { pathname } = useLocation();
  return (
    <nav className={styles.dock} aria-label="Rooms, short">
      {first.map((room) => (
        <DockRoom key={room.to} room={room} />
      ))}
      {isFull ? (
        <div className={styles.more}>
          <Menu
            button={(props) => (
              <button type="button" data-current={more.includes(roomAt(pathname) as StaffRoom) || undefined} {...props}>
                <StaffIcon name="dots" />
                More
              </button>
            )}
          >
            {more.map((room) => (
              <DockRoom key={room.to} room={room} />
            ))}
          </Menu>
        </div>
      ) : null}
    </nav>
  );
}

function DockRoom({ room: { to, icon, text } }: { room: StaffRoom }) {
  return (
    <NavLink to={to}>
      <StaffIcon name={icon} />
      {text}
    </NavLink>
  );
}

function Sea() {
  return (
    <svg viewBox="0 0 208 60" preserveAspectRatio="xMinYMax slice" className={styles.sea} aria-hidden="true">
      <path d="M14 36a17 17 0 0 1 34 0z" fill="var(--art-sun)" />
      <path d="M0 36h208v24H0z" fill="var(--deep)" />
      <path d="M20 43h26M30 55h16" stroke="var(--sun)" strokeWidth="3.6" strokeLinecap="round" />
      <path d="M25 49h10M42 49h4" stroke="var(--coral)" strokeWidth="3.6" strokeLinecap="round" />
      <path d="M152 36l2-13h6l2 13z" fill="var(--art-tower)" />
      <path d="M153.2 28h7.600l.6 4h-8.800z" fill="var(--art-band)" />
      <path d="M153 18h8v5h-8zM138 36c6-4 32-4 40 0z" fill="var(--art-land)" />
      <path d="M153.5 18a3.500 3.500 0 0 1 7 0z" fill="var(--art-sun)" />
    </svg>
  );
}
