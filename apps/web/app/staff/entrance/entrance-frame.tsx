import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Horizon } from "../../ui/horizon.tsx";
import { Notice } from "../../ui/message.tsx";
import { createStaffQueries } from "../client.ts";
import { ClientOnly } from "../client-only.tsx";
import { Loading } from "../loading.tsx";
import { staff } from "../shell.module.css";
import * as styles from "./entrance-frame.module.css";

/** Around the pages that lead into the console. */
export function EntranceFrame({ children }: { children: ReactNode }) {
  const [queries] = useState(createStaffQueries);
  return (
    <div className={`${staff} ${styles.page}`}>
      <main id="main" className={styles.card}>
        <Horizon className={styles.picture} />
        <noscript>
          <Notice look="wrong">The staff console needs JavaScript.</Notice>
        </noscript>
        <ClientOnly fallback={<Loading lines={3} />}>
          <QueryClientProvider client={queries}>{children}</QueryClientProvider>
        </ClientOnly>
      </main>
    </div>
  );
}
