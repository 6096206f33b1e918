import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createRoutesStub } from "react-router";
import { afterEach, expect, test } from "vitest";
import { startFakeApi } from "../test/fake-api.ts";
import UnsubscribePage from "./unsubscribe.tsx";

afterEach(cleanup);

test("who stops the mails about a webinar reads what the server says, which knows whether it is over", async () => {
  const message = "You get no more mails about this webinar.";
  const api = startFakeApi({ webinar: { unsubscribe: () => ({ message }) } });
  const Stub = createRoutesStub([{ path: "/webinar/user/unsubscribe/:userId", Component: UnsubscribePage as never }]);
  render(<Stub initialEntries={["/webinar/user/unsubscribe/seat-1"]} />);
  await screen.findByRole("heading", { name: "Stop mails about this webinar" });
  expect(document.body.textContent).not.toMatch(/reminders only|keep your seat/i);
  await userEvent.click(screen.getByRole("button", { name: "Stop these mails" }));
  await screen.findByText(message);
  expect(api.inputsOf("webinar.unsubscribe")).toEqual([{ userId: "seat-1" }]);
  expect(screen.queryByRole("button", { name: "Stop these mails" })).toBeNull();
});

test("who stops the daily mail confirms it on the same page", async () => {
  const message = "You will no longer get the daily mail. You still see what is new in your portal.";
  const api = startFakeApi({ question: { endDigest: () => ({ message }) } });
  const Stub = createRoutesStub([{ path: "/unsubscribe/:token/:readerId?", Component: UnsubscribePage as never }]);
  render(<Stub initialEntries={["/unsubscribe/digest/reader-1"]} />);
  await screen.findByRole("heading", { name: "Stop the daily mail" });
  await userEvent.click(screen.getByRole("button", { name: "Stop this mail" }));
  await screen.findByText(message);
  expect(api.inputsOf("question.endDigest")).toEqual([{ readerId: "reader-1" }]);
});
