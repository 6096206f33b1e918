import { Dialog } from "../ui/dialog.tsx";
import { Key } from "./controls.tsx";
import * as styles from "./key-map.module.css";
import type { StaffRoom } from "./rooms.ts";

type Shortcut = { keys: string[]; text: string };

const everywhere: Shortcut[] = [
  { keys: ["/"], text: "Go to the search field" },
  { keys: ["J", "↓"], text: "Next row" },
  { keys: ["K", "↑"], text: "Previous row" },
  { keys: ["↵"], text: "Open the row" },
  { keys: ["Esc"], text: "Close, back to the row" },
  { keys: ["C"], text: "Invite a colleague, in People" },
  { keys: ["?"], text: "This map" },
];

export function KeyMap({ rooms, onClose }: { rooms: StaffRoom[]; onClose(): void }) {
  const ways = rooms.map(({ key, text }) => ({ keys: ["G", key.toUpperCase()], text: `Go to ${text}` }));
  return (
    <Dialog title="Keyboard map" onClose={onClose}>
      <dl className={styles.map}>
        {[...ways, ...everywhere].map(({ keys, text }) => (
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
