import type { ReactNode } from "react";
import { Horizon } from "./horizon.tsx";

/** A place that will fill up, and the way to it. */
export function Empty({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-4 py-8">
      <Horizon className="w-40" />
      <h2 className="text-xl">{title}</h2>
      {children}
    </div>
  );
}
