import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { NoticeContent } from "../../ui/message.tsx";
import { Message } from "../../ui/message.tsx";
import { Bundle } from "./bundle.tsx";
import { MoreFiles } from "./more-files.tsx";

const saved: { name: string; type: string }[] = [];

beforeEach(() => {
  saved.length = 0;
  let type = "";
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    type = (file as Blob).type;
    return "blob:file";
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, type });
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Answers each address once in turn; the last answer stays. */
function answer(...replies: (() => Response)[]) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return (replies.length > 1 ? replies.shift() : replies[0])?.();
  });
  return asked;
}

const file = (name: string) => () =>
  new Response("x", { headers: { "content-disposition": `attachment; filename="${name}"` } });
const notSigned = () =>
  Response.json(
    { code: "NOT_SIGNED_YET", error: "This certificate is being signed. Please try again in a minute." },
    { status: 503 },
  );

function Files() {
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  return (
    <>
      <Message notice={notice} onDismiss={() => setNotice(null)} />
      <MoreFiles certificateId="OCNST00001" onNotice={setNotice} />
    </>
  );
}

test.each([
  ["Picture (PNG)", "/api/certificate/png/OCNST00001", "OCNST00001.png", "image/png"],
  ["Drawing (SVG)", "/api/certificate/svg/OCNST00001", "OCNST00001.svg", "image/svg+xml"],
  ["For wallets (JSON)", "/api/certificate/OCNST00001/credential", "OCNST00001.json", "application/json"],
])("%s is saved under the certificate's name; its link works without scripts", async (title, path, name, type) => {
  const asked = answer(file("some-name"));
  render(<Files />);
  await userEvent.click(screen.getByText(/^More files/));
  const link = screen.getByText(title);
  expect([link.getAttribute("href"), link.getAttribute("download")]).toEqual([path, name]);
  await userEvent.click(link);
  await vi.waitFor(() => expect(saved).toEqual([{ name, type }]));
  expect(asked).toEqual([path]);
});

test("a certificate that is not signed yet says so, and the same file can be tried again", async () => {
  answer(notSigned, file("x.png"));
  render(<Files />);
  await userEvent.click(screen.getByText(/^More files/));
  await userEvent.click(screen.getByText("Picture (PNG)"));
  await screen.findByText(/^This certificate is being signed/);
  expect(saved).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await vi.waitFor(() => expect(saved).toEqual([{ name: "OCNST00001.png", type: "image/png" }]));
  expect(screen.queryByText(/^This certificate is being signed/)).toBeNull();
});

test("all certificates are saved in one file, also after a failure", async () => {
  const asked = answer(notSigned, file("certificates.json"));
  render(<Bundle />);
  await userEvent.click(screen.getByRole("button", { name: "All certificates in one file" }));
  const section = within(screen.getByRole("region", { name: "All your certificates" }));
  await userEvent.click(await section.findByRole("button", { name: "Try again" }));
  await vi.waitFor(() => expect(saved).toEqual([{ name: "certificates.json", type: "application/json" }]));
  expect(asked).toEqual(["/api/certificate/bundle", "/api/certificate/bundle"]);
});
