import { Dialog } from "../ui/dialog.tsx";
import { Key } from "./controls.tsx";
import * as styles from "./key-map.module.css";
import { paletteKey } from "./palette/use-palette.ts";
import type { StaffRoom } from "./rooms.ts";

/** `only` is the room whose visitors have this key. */
type Shortcut = { keys: string[]; text: string; only?: string };

const inLists: Shortcut[] = [
  { keys: ["J", "↓"], text: "Next row" },
  { keys: ["K", "↑"], text: "Previous row" },
  { keys: ["↵"], text: "Open the row" },
  { keys: ["Esc"], text: "Close, back to the row" },
  { keys: ["J", "K"], text: "Next and previous lead, while one is open", only: "/staff/leads" },
  { keys: ["C"], text: "New lead, in Leads", only: "/staff/leads" },
  { keys: ["F"], text: "Add a filter, in Leads", only: "/staff/leads" },
  { keys: ["X"], text: "Choose the row, in Leads and Webinars", only: "/staff/leads" },
  { keys: ["⇧", "X"], text: "Choose all rows up to this one, in Leads and Webinars", only: "/staff/leads" },
  { keys: ["O"], text: "Change the owner of the open lead or the chosen ones", only: "/staff/leads" },
  { keys: ["S"], text: "Change the status of the open lead or the chosen ones", only: "/staff/leads" },
  { keys: ["D"], text: "Plan the next call of the open lead or the chosen ones", only: "/staff/leads" },
  { keys: ["N"], text: "Write a note on the open lead", only: "/staff/leads" },
  { keys: ["E"], text: "Enrol, with the open lead", only: "/staff/enrol" },
  { keys: ["+"], text: "Mark the chosen registrants as attended", only: "/staff/webinars" },
  { keys: ["−"], text: "Mark the chosen registrants as missed", only: "/staff/webinars" },
  { keys: ["M"], text: "Take a class of the timetable, then the arrows; ↵ drops it", only: "/staff/timetable" },
  { keys: ["D"], text: "Today, in the timetable", only: "/staff/timetable" },
  { keys: ["C"], text: "Invite a colleague, in People", only: "/staff/people" },
  { keys: ["C"], text: "New template, in Lead settings", only: "/staff/templates" },
  { keys: ["C"], text: "New key, in Connections", only: "/staff/connections" },
];

export function KeyMap({ rooms, onClose }: { rooms: StaffRoom[]; onClose(): void }) {
  const everywhere: Shortcut[] = [
    { keys: [paletteKey(), "/"], text: "Search, or do something by name" },
    ...rooms.map(({ key, text }) => ({ keys: ["G", key.toUpperCase()], text: `Go to ${text}` })),
    { keys: ["Z"], text: "Undo what was just changed, for ten seconds" },
    { keys: ["?"], text: "This map" },
  ];
  const here = inLists.filter(({ only }) => !only || rooms.some(({ to }) => to === only));
  return (
    <Dialog title="Keyboard map" onClose={onClose}>
      <dl className={styles.map}>
        {[...everywhere, ...here].map(({ keys, text }) => (
          <div key={text}>
            <dt>{text}</dt>
            <dd>
              <span className="sr-only">{keys.join(" ")}</span>
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>Letters do nothing while you type in a field.</p>
    </Dialog>
  );
}
