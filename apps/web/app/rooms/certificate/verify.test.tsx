import type { Certificate } from "@shoreline/contract";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { createRoutesStub } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import VerifyPage from "./verify.tsx";
import ViewPage from "./view.tsx";

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
};
const institute = { email: "hello@example.com", timeZone: "Asia/Kolkata", name: "Shoreline Academy" };
const at = { name: institute.name, publicUrl: "https://example.com" };

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
      loader: () => ({ at, prefix: "OCNST", email: institute.email, name: institute.name }),
    },
    {
      path: "/view/e_certificate/:certificateId",
      Component: ViewPage as never,
      loader: ({ params }) => ({ at, certificateId: params.certificateId, institute }),
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

test("a shared link asks for its certificate, and a revoked one shows the reason", async () => {
  const revoked = {
    ...certificate,
    isRevoked: true,
    revokedReason: "Issued twice.",
    revokedAt: "2026-05-01T10:00:00Z",
  };
  const api = startFakeApi({ certificate: { get: () => revoked } });
  visit("/view/e_certificate/OCNST00001");
  expect(await screen.findByText(/Issued twice\./)).toBeTruthy();
  expect(screen.queryByText("This certificate is genuine.")).toBeNull();
  expect(api.inputsOf("certificate.get")).toEqual([{ certificateId: "OCNST00001" }]);
});

test("a link to no certificate leads to the verification portal", async () => {
  startFakeApi({ certificate: { get: () => null } });
  visit("/view/e_certificate/OCNST99999");
  expect(await field()).toBeTruthy();
});

test("a lookup that got no answer can be tried again", async () => {
  let isDown = true;
  startFakeApi({
    certificate: {
      get: () => {
        if (isDown) throw new TypeError("offline");
        return certificate;
      },
    },
  });
  visit("/view/e_certificate/OCNST00001");
  expect((await screen.findByRole("alert")).textContent).toContain("The server did not answer");
  isDown = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("This certificate is genuine.")).toBeTruthy();
});
