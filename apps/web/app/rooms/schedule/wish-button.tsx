import { type ComponentType, lazy, Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { DialogFailed } from "../lead/dialog-failed.tsx";
import type { WishProps } from "../lead/wish-dialog.tsx";

const WishDialog = lazy<ComponentType<WishProps>>(() =>
  import("../lead/wish-dialog.tsx").catch(() => ({ default: DialogFailed })),
);

/** For those who do not want to buy before a batch is there. */
export function WishButton(wanted: Omit<WishProps, "onClose">) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="line" className="mt-2" onClick={() => setOpen(true)}>
        Tell me when one opens
      </Button>
      {isOpen ? (
        <Suspense>
          <WishDialog {...wanted} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
