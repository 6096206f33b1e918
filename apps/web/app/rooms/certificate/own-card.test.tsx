import type { LearnerCertificate } from "@shoreline/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { record } from "../../test/certificate-files.tsx";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { OwnCard } from "./own-card.tsx";

afterEach(cleanup);

function show(...changes: Partial<LearnerCertificate>[]) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        {changes.map((change, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change.
          <OwnCard key={at} certificate={{ ...record, courseId: "sql", ...change }} timeZone="Asia/Kolkata" />
        ))}
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return screen.getAllByRole("article").map((card) => within(card));
}

const revoked = { isRevoked: true, revokedAt: "2026-05-01T10:00:00Z", revokedReason: "Issued twice." };

test("a replaced certificate leads its learner to the new one, and needs no switch", () => {
  const [card] = show({ ...revoked, replacedBy: "OCNST00008" });
  expect(card?.getByText(/^Replaced by/).textContent).toBe("Replaced by OCNST00008 on 1 May 2026. Use the new one.");
  expect(card?.getByRole("link", { name: "OCNST00008" }).getAttribute("href")).toBe("/view/e_certificate/OCNST00008");
  expect(card?.queryByRole("checkbox")).toBeNull();
});

test("a revoked certificate shows its reason", () => {
  const [card] = show(revoked);
  expect(card?.getByText("Revoked. Issued twice.")).toBeTruthy();
});

test("what went wrong stands in the card where it did", async () => {
  startFakeApi({ certificate: { hideName: () => new Refused("UNAVAILABLE") } });
  const [first, second] = show({}, { certificateId: "OCNST00002" });
  await userEvent.click(second?.getByRole("checkbox") as HTMLElement);
  expect((await second?.findByRole("alert"))?.textContent).not.toBe("");
  expect(first?.getByRole("alert").textContent).toBe("");
});
