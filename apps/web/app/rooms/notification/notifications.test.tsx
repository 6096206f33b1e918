import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter, Outlet, Route, Routes } from "react-router";
import { afterEach, expect, test } from "vitest";
import { startFakeApi } from "../../test/fake-api.ts";
import Notifications from "./notifications.tsx";

afterEach(cleanup);

test("a digest shows each thing as a line of a list, other notifications a text", async () => {
  const sent = { link: "", sentAt: "2026-11-18T13:00:00.000Z", isRead: true };
  startFakeApi({
    notification: {
      list: () => ({
        notifications: [
          { ...sent, _id: "1", title: "2 new things in Python", text: "A recording\nNew homework" },
          { ...sent, _id: "2", title: "Your class moved", text: "It begins at 9." },
        ],
        unread: 0,
      }),
      pushKey: () => ({ publicKey: "BKey" }),
      devices: () => ({ devices: [] }),
    },
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Routes>
          <Route element={<Outlet context={{ institute: { timeZone: "Asia/Kolkata" } }} />}>
            <Route index element={<Notifications />} />
          </Route>
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect((await screen.findByText("A recording")).tagName).toBe("LI");
  expect(screen.getByText("New homework").tagName).toBe("LI");
  expect(screen.getByText("It begins at 9.").tagName).toBe("P");
});
