import type { Api, Reply } from "@shoreline/contract";
import { Link } from "react-router";
import { NothingYet } from "../nothing-yet.tsx";
import { Pager } from "../pager.tsx";
import { useSearch } from "../use-search.ts";
import type { Open } from "./award-open.ts";
import { CertificateTable } from "./certificate-table.tsx";

type Props = { data: Reply<Api["award"]["list"]>; mayChange: boolean; onOpen(open: Open): void };

export function CertificateList({ data: { certificates, next }, mayChange, onOpen }: Props) {
  const search = useSearch();
  const state = search.get("state") ?? "issued";
  if (certificates.length === 0 && (search.get("words") || search.get("courseId") || search.get("after")))
    return (
      <NothingYet title="No certificate fits these filters.">
        <Link to={`?state=${state}`}>Clear the filters</Link>
      </NothingYet>
    );
  if (certificates.length === 0)
    return (
      <NothingYet title={state === "revoked" ? "No certificate is revoked." : "No certificate is issued yet."}>
        <p>Everybody can check a certificate by its number, also a revoked one.</p>
      </NothingYet>
    );
  return (
    <>
      <CertificateTable
        certificates={certificates}
        mayChange={mayChange}
        onRevoke={(certificate) => onOpen({ dialog: "revoke", certificate })}
        onReissue={(certificate) => onOpen({ dialog: "reissue", certificate })}
      />
      <Pager next={next} first="Latest" on="Earlier" />
    </>
  );
}
