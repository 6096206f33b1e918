import { CompressionStream, DecompressionStream } from "node:stream/web";
import type { Certificate } from "@shoreline/contract";
import { sampleFiles } from "@shoreline/proof/test/sample-files";
import { makeKey, sampleCredential, signCredential } from "@shoreline/proof/test/sample-institute";
import type { TrustedKeys } from "@shoreline/proof/types";
import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { CheckFile } from "../rooms/certificate/check-file.tsx";

/** The record of the certificate in the sample files, as the server has it. */
export const record: Certificate = {
  certificateId: "OCNST00001",
  studentName: "Nithya Balan",
  studentProfile: "/pictures/people/nithya.svg",
  studentId: "SA-2024-7C31E8",
  courseCompleted: "Software Testing",
  certificateEarned: "2026-04-17T18:29:59.000Z",
  learnedSkills: ["SQL"],
  certificateUrl: "/media/certificate/1.webp",
  issuedBy: "Shoreline Academy",
  isRevoked: false,
  revokedReason: null,
  revokedAt: null,
  isNameHidden: false,
  replacedBy: null,
};

// Browsers have them, happy-dom has not.
Object.assign(globalThis, { CompressionStream, DecompressionStream });

export const samples = await sampleFiles();

export const distrusted: TrustedKeys = {
  ...samples.trusted,
  keys: samples.trusted.keys.map((key) => ({ ...key, distrustedFrom: "2026-01-02T00:00:00.000Z" })),
};

/** Signed by a key that is not ours. */
export async function signedByAnother({ did }: { did: string }): Promise<string> {
  const credential = sampleCredential();
  const issuer = { ...credential.issuer, id: did, name: "Another School" };
  const id = `https://${did.slice(8)}/1`;
  return JSON.stringify(await signCredential({ ...credential, id, issuer }, await makeKey("ed25519"), { did }));
}

export function fileOf(content: string | Uint8Array, name = "certificate.pdf"): File {
  return new File([typeof content === "string" ? content : new Uint8Array(content)], name);
}

/** Chooses the files as a visitor does, and waits until they are checked. */
export async function choose(...files: File[]): Promise<HTMLElement[]> {
  if (!screen.queryByText("Choose a file")) render(<CheckFile timeZone="Asia/Kolkata" />);
  await userEvent.upload(screen.getByLabelText(/Choose a file/), files, { applyAccept: false });
  await screen.findAllByRole("article");
  while (screen.queryAllByText(/^Checking/).length > 0) await new Promise((wait) => setTimeout(wait, 20));
  return screen.getAllByRole("article");
}

/** The heading of a card. */
export function titleOf(card: HTMLElement | undefined): string {
  return card ? (within(card).getByRole("heading").textContent ?? "") : "";
}
