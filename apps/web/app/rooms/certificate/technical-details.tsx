import type { Container, Finding, TrustedKeys } from "@shoreline/proof/types";
import { formatMomentInZone } from "../../lib/format.ts";
import * as styles from "./verdict.module.css";

type Props = { finding: Finding; trusted: TrustedKeys; timeZone: string };

const containers: Record<Container, string> = {
  pdf: "PDF",
  png: "PNG picture",
  svg: "SVG picture",
  json: "Open Badges 3.0 credential",
  jwt: "credential as a JWT",
  bundle: "bundle of credentials",
  unknown: "not known",
};

export function TechnicalDetails({ finding, trusted, timeZone }: Props) {
  const { container, fingerprint, signedAt, by } = finding;
  const key = trusted.keys.find((one) => one.fingerprint === fingerprint);
  const rows = [
    ["Kind of file", containers[container]],
    [
      "Signed at",
      signedAt && !Number.isNaN(Date.parse(signedAt)) ? formatMomentInZone(signedAt, { timeZone }) : signedAt,
    ],
    ["Named as the issuer", by ? [by.name, by.id].filter(Boolean).join(", ") : ""],
    ["Fingerprint of the key", fingerprint],
    ["The key is", key ? (key.kind === "ed25519" ? "Ed25519" : "P-256") : ""],
    ["Not checked here", fingerprint && container !== "jwt" ? "The value of the proof eddsa-rdfc-2022" : ""],
    ["Keys trusted here", `${trusted.keys.length}, of ${trusted.institute}`],
  ];
  return (
    <details className={styles.details}>
      <summary>Technical details</summary>
      <dl>
        {rows.map(([name, value]) =>
          value ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </details>
  );
}
