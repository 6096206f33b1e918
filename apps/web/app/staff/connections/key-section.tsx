import type { ApiKey } from "@shoreline/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { connectionClient } from "../client.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { PageSection } from "../page-head.tsx";
import { keysKey, useApiKeys } from "./connection-queries.ts";
import { KeyTable } from "./key-table.tsx";
import { NewKeyDialog } from "./new-key-dialog.tsx";

type Props = { isMaking: boolean; onNew(): void; onMade(): void; onNews(text: string): void };

export function KeySection({ isMaking, onNew, onMade, onNews }: Props) {
  const { data, error, refetch } = useApiKeys();
  const queries = useQueryClient();
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  const show = (keys: ApiKey[]) => queries.setQueryData(keysKey, { keys });
  const revoke = async ({ keyId, name }: ApiKey) => {
    show((await connectionClient.revokeKey({ keyId })).keys);
    setRevoked(null);
    onNews(`The key ${name} is revoked.`);
  };
  const inUse = data?.keys.filter(({ revokedAt }) => !revokedAt).length;
  return (
    <PageSection id="keys" title="Keys" {...(inUse ? { count: inUse } : {})}>
      {data ? (
        <KeyTable keys={data.keys} onNew={onNew} onRevoke={setRevoked} />
      ) : error ? (
        <LoadProblem what="The list of keys" error={error} onRetry={refetch} />
      ) : (
        <Loading lines={3} />
      )}
      {isMaking ? <NewKeyDialog onMade={show} onClose={onMade} /> : null}
      {revoked ? (
        <ConfirmDialog
          title={`Revoke the key ${revoked.name}`}
          text="From this moment every call with this key is refused, and the program that uses it stops working. What it has sent stays. This cannot be undone: make a new key instead."
          button="Revoke the key"
          isHard
          run={() => revoke(revoked)}
          onClose={() => setRevoked(null)}
        />
      ) : null}
    </PageSection>
  );
}
