import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { startFakeApi } from "../../test/fake-api.ts";
import { startFakeTime, yearsBehind } from "../../test/fake-time.ts";
import { webinarPage } from "../../test/webinar.ts";
import { YourWebinars } from "./your-webinars.tsx";

startFakeTime(yearsBehind);
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test("a seat can be joined once the join window opens, while the page stays open", async () => {
  let now = "2026-11-16T12:44:30.000Z";
  startFakeApi({
    webinar: { mine: () => ({ now, seats: [{ seatId: "1", userId: "secret", webinar: webinarPage() }] }) },
  });
  const institute = { timeZone: "Asia/Kolkata" };
  const page = { path: "/", element: <YourWebinars /> };
  const router = createMemoryRouter([{ element: <Outlet context={{ institute }} />, children: [page] }]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await wait(100);
  expect(screen.getByRole("link").textContent).toBe("Your seat: Your first API");
  now = "2026-11-16T12:45:30.000Z";
  await wait(60_100);
  expect(screen.getByRole("link").textContent).toBe("Join: Your first API");
});
