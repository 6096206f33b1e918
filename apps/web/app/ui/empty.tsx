import type { ReactNode } from "react";
import { Horizon } from "./horizon.tsx";

/** An empty state with a next step. */
export function Empty({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Panel title={title} picture={<Horizon isBleeding />}>
      {children}
    </Panel>
  );
}

type PanelProps = { title: string; picture: ReactNode; children: ReactNode };

/** Text on the left, a picture up to the right edge; on phones the picture is above. */
export function Panel({ title, picture, children }: PanelProps) {
  return (
    <div className="grid overflow-hidden rounded-large bg-foam sm:grid-cols-[1fr_minmax(200px,38%)]">
      <div className="relative h-32 sm:order-2 sm:h-auto">
        <div className="absolute inset-0">{picture}</div>
      </div>
      <div className="grid content-center justify-items-start gap-4 p-6 sm:min-h-60 sm:p-8">
        <h2 className="text-xl">{title}</h2>
        {children}
      </div>
    </div>
  );
}
