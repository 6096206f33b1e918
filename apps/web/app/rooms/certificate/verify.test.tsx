import type { Certificate } from "@shoreline/contract";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { createRoutesStub } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { previewOf } from "./preview.ts";
import VerifyPage from "./verify.tsx";
import ViewPage, { clientLoader } from "./view.tsx";

const certificate: Certificate = {
  certificateId: "OCNST00001",
  studentName: "Nithya Balan",
  studentProfile: "/pictures/people/nithya.svg",
  studentId: "SA-2024-7C31E8",
  courseCompleted: "Frontend Development",
  certificateEarned: "2026-04-18T10:00:00Z",
  learnedSkills: ["Layout"],
  certificateUrl: "/media/certificate/1.webp",
  issuedBy: "Shoreline Academy",
  isRevoked: false,
  revokedReason: null,
  revokedAt: null,
  isNameHidden: false,
  replacedBy: null,
};
const institute = {
  email: "hello@example.com",
  timeZone: "Asia/Kolkata",
  name: "Shoreline Academy",
  publicUrl: "https://example.com",
};

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function visit(path: string) {
  const Stub = createRoutesStub([
    {
      path: "/verify/e_certificate",
      Component: VerifyPage as never,
      loader: ({ request }) => {
        const unknownId = new URL(request.url).searchParams.get("id") ?? "";
        return { prefix: "OCNST", institute, hasSea: true, unknownId };
      },
    },
    {
      path: "/view/e_certificate/:certificateId",
      Component: ViewPage as never,
      loader: ({ params }) => clientLoader({ params, serverLoader: () => Promise.reject() } as never),
    },
  ]);
  render(<Stub initialEntries={[path]} />);
}

const field = () => screen.findByLabelText<HTMLInputElement>("Enter your certificate ID to verify");

async function check(id: string) {
  visit("/verify/e_certificate");
  await userEvent.type(await field(), `${id}{Enter}`);
}

test("an ID is forced to upper case as it is typed, with the cursor where it was", async () => {
  visit("/verify/e_certificate");
  const input = await field();
  await userEvent.type(input, "ocnst0001");
  expect(input.value).toBe("OCNST0001");
  await userEvent.type(input, "x", { initialSelectionStart: 5, initialSelectionEnd: 5 });
  expect([input.value, input.selectionStart]).toEqual(["OCNSTX0001", 6]);
});

test("an ID in lower case finds its certificate, which is looked up once", async () => {
  const api = startFakeApi({ certificate: { get: () => certificate } });
  await check(" ocnst00001 ");
  expect(await screen.findByText("This certificate is genuine.")).toBeTruthy();
  expect(screen.getByText("Nithya Balan")).toBeTruthy();
  expect(api.inputsOf("certificate.get")).toEqual([{ certificateId: "OCNST00001" }]);
});

test("an ID that belongs to no certificate is told so, and stays to be corrected", async () => {
  startFakeApi({ certificate: { get: () => null } });
  await check("OCNST99999");
  expect((await screen.findByRole("alert")).textContent).toContain("something went wrong");
  expect((await field()).value).toBe("OCNST99999");
});

test.each(["..", "---"])("%s cannot be an ID: nothing is asked", async (typed) => {
  const api = startFakeApi({});
  await check(typed);
  expect((await screen.findByRole("alert")).textContent).toContain("something went wrong");
  expect(api.sent).toEqual([]);
});

test("a refusal and a missing answer are shown as they are", async () => {
  let isDown = false;
  startFakeApi({
    certificate: {
      get: () => {
        if (isDown) throw new TypeError("offline");
        return new Refused("TOO_MANY_REQUESTS");
      },
    },
  });
  await check("OCNST00001");
  expect((await screen.findByRole("alert")).textContent).toMatch(/too many/i);
  isDown = true;
  await userEvent.click(screen.getByRole("button", { name: "Check Now!" }));
  await userEvent.click(await screen.findByRole("button", { name: "Stop trying" }));
  expect(await screen.findByText("The server did not answer. Please try again.")).toBeTruthy();
});

test("submitting an empty field takes the old error away", async () => {
  startFakeApi({ certificate: { get: () => null } });
  await check("OCNST99999");
  await userEvent.clear(await field());
  await userEvent.click(screen.getByRole("button", { name: "Check Now!" }));
  expect(screen.getByRole("alert").textContent).toBe("");
});

test("a link to no certificate says so here, and its ID can be corrected", async () => {
  visit("/verify/e_certificate?id=OCNST99999");
  expect((await field()).value).toBe("OCNST99999");
  expect(screen.getByRole("alert").textContent).toContain("There is no certificate with this ID.");
});

test("a revoked certificate shows the reason, and nothing to share or to be proud of", async () => {
  const revoked = {
    ...certificate,
    isRevoked: true,
    revokedReason: "Issued twice.",
    revokedAt: "2026-05-01T10:00:00Z",
  };
  startFakeApi({ certificate: { get: () => revoked } });
  await check("OCNST00001");
  expect(await screen.findByText(/Issued twice\./)).toBeTruthy();
  expect(screen.queryByText("This certificate is genuine.")).toBeNull();
  expect(screen.queryByRole("link", { name: /LinkedIn|WhatsApp|Download/ })).toBeNull();
  expect(screen.queryByText("Learned skills")).toBeNull();
  expect(screen.getByText("This certificate was revoked and proves nothing.")).toBeTruthy();
});

test("a replaced certificate leads to the new one, and is not called revoked or worthless", async () => {
  const replaced = {
    ...{ ...certificate, isRevoked: true, revokedAt: "2026-05-01T10:00:00Z", replacedBy: "OCNST00008" },
    revokedReason: "Replaced by OCNST00008 with a corrected name.",
  };
  startFakeApi({ certificate: { get: () => replaced } });
  await check("OCNST00001");
  const verdict = (await screen.findByText("Replaced by OCNST00008.")).closest<HTMLElement>("[role=status]");
  expect(verdict?.dataset.look).toBe("waiting");
  expect(verdict?.textContent).toMatch(
    /^Replaced by OCNST00008\.The new certificate has the corrected name\. This one is not valid since 1 May 2026\. Checked just now, .+\.Open OCNST00008$/,
  );
  expect(screen.getByRole("link", { name: "Open OCNST00008" }).getAttribute("href")).toBe(
    "/view/e_certificate/OCNST00008",
  );
  expect(document.body.textContent).not.toMatch(/revoked|proves nothing/);
});

test("one that was revoked before it was replaced keeps its reason", async () => {
  const revoked = {
    ...certificate,
    isRevoked: true,
    revokedReason: "Issued twice.",
    revokedAt: "2026-05-01T10:00:00Z",
  };
  startFakeApi({ certificate: { get: () => ({ ...revoked, replacedBy: "OCNST00008" }) } });
  await check("OCNST00001");
  expect(await screen.findByText(/^Revoked on 1 May 2026: Issued twice\. Checked just now/)).toBeTruthy();
});

test("a genuine certificate says when it was earned, not that it was issued on that day", async () => {
  startFakeApi({ certificate: { get: () => certificate } });
  await check("OCNST00001");
  expect(
    await screen.findByText(/^Issued by Shoreline Academy, earned on 18 Apr 2026\. Checked just now/),
  ).toBeTruthy();
});

test("title and preview name the holder, unless that is hidden, and say that a certificate was revoked", () => {
  const preview = (change: Partial<Certificate>) =>
    previewOf({ certificate: { ...certificate, ...change }, institute });
  expect(preview({})).toEqual({
    title: "Nithya Balan: Frontend Development, 18 Apr 2026",
    description:
      "Certificate OCNST00001 is genuine: Nithya Balan completed Frontend Development at Shoreline Academy on 18 Apr 2026.",
  });
  const hidden = preview({ isNameHidden: true });
  expect(hidden.title).toBe("Certificate OCNST00001: Frontend Development, 18 Apr 2026");
  expect(hidden.description).not.toContain("Nithya");
  const revoked = preview({ isRevoked: true });
  expect(revoked.title).toMatch(/^Revoked: /);
  expect(revoked.description).toContain("was revoked");
});
