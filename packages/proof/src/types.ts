/** A public key of the institute, as `GET /api/keys` and the saved checking page carry it. */
export type TrustedKey = {
  /** `pdf`: the key of a certificate from outside, which signs PDF files only. */
  kind: "ed25519" | "p256" | "pdf";
  /** z6Mk… or zDn…, which is also the fragment of the key's DID URL. */
  multikey: string;
  /** SHA-256 of the raw public key (P-256: the 65 bytes of the uncompressed point) in lower-case hex. */
  fingerprint: string;
  createdAt: string;
  retiredAt: string | null;
  /** What the key signed from then on is not trusted. */
  distrustedFrom: string | null;
};

/** Everything that a check needs to know of the institute. */
export type TrustedKeys = {
  institute: string;
  /** The did:web of today. Older certificates may name an earlier address; the keys decide. */
  issuer: string;
  /** Where certificates are looked up by their id. */
  publicUrl: string;
  /** Of the institute: days are those of its calendar. */
  timeZone: string;
  /** The site has no encrypted address of its own: its certificates prove nothing to others. */
  isDemonstration: boolean;
  keys: TrustedKey[];
};

export type Container = "pdf" | "png" | "svg" | "json" | "jwt" | "bundle" | "unknown";

/** What a credential says. All of it is text from a file: show it as text. */
export type CertificateFacts = {
  /** Of the certificate, such as OCNST00001; empty where the credential names none. */
  certificateId: string;
  holder: string;
  course: string;
  institute: string;
  /** ISO. */
  earnedAt: string;
  /** Null where the credential does not say. */
  hours: number | null;
  skills: string[];
  /** Sentences: attendance, the final test. */
  evidence: string[];
};

/** One thing that is not as it was issued. */
export type Change =
  /** `was` is known where an intact copy is at hand: the second copy inside a PDF, or the server's. */
  | { part: "field"; field: string; is: string | null; was: string | null }
  /** The credential is not as signed, and no intact copy tells where. */
  | { part: "credential" }
  /** The signature that we check was taken out of the credential. */
  | { part: "proof" }
  /** The page of a PDF, or the picture around a credential. */
  | { part: "page" | "picture"; why: "changed" | "unsigned" | "other-signer" }
  /** Bytes after the end of the signed file. */
  | { part: "appended"; bytes: number };

export type Note =
  /** Signed before its key was distrusted, by its own saying: only a look-up can tell. */
  | { kind: "distrusted-key"; from: string }
  | { kind: "demonstration" }
  /** Issued under another address of the institute. */
  | { kind: "other-address"; issuer: string }
  /** White space after the end of the file, which changes nothing. */
  | { kind: "white-space"; bytes: number };

/** What the file alone tells. `judgeAnswer` of `answer.ts` adds what the institute's server says. */
export type Finding = {
  kind:
    | "genuine"
    | "changed"
    /** Signed by somebody else, or by nobody that we know. */
    | "foreign"
    /** Signed with a key of ours, at a time from which on it is distrusted. */
    | "distrusted"
    | "damaged"
    | "empty";
  container: Container;
  facts: CertificateFacts | null;
  changes: Change[];
  notes: Note[];
  /** For `foreign`: who the file names as its issuer, and whether it names us. */
  by: { name: string; id: string; isUs: boolean } | null;
  /** Fingerprint of the key that signed. */
  fingerprint: string | null;
  signedAt: string | null;
  /** For a bundle, the finding of each credential in it; its own kind is the worst of them. */
  inside: Finding[];
};

export type FieldChange = Extract<Change, { part: "field" }>;

/** What the institute's server says of a certificate, or of each certificate in a bundle. */
export type Answer =
  | { kind: "not-asked" }
  /** No answer: the check is of the file alone. */
  | { kind: "silent" }
  | { kind: "unknown" }
  | { kind: "valid" }
  /** Valid, but the record says something else than a file that our key signed. */
  | { kind: "mismatch"; fields: FieldChange[] }
  | { kind: "revoked"; reason: string | null; at: string | null; replacedBy: string | null }
  | { kind: "each"; answers: Answer[] };
