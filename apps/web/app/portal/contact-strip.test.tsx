import type { Profile, Purchase } from "@shoreline/contract";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { ContactStrip } from "./contact-strip.tsx";

vi.mock("../rooms/question/ask-dialog.tsx", () => {
  throw new Error("offline");
});
afterEach(cleanup);

test("a question form that does not load says so, and the screen stays", async () => {
  const contact = { phone: "+91 98765 43210", email: "hello@example.com", whatsapp: null };
  render(
    <MemoryRouter>
      <ContactStrip contact={contact} profile={{} as Profile} purchases={[{} as Purchase]} />
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Ask your trainer" }));
  expect((await screen.findByRole("alert")).textContent).toContain("The form could not be loaded.");
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByText("hello@example.com")).toBeTruthy();
});
