import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { Progress } from "./progress.tsx";

afterEach(cleanup);

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

test("Start again asks before it deletes the answers, with the focus on keeping them", async () => {
  const onRestart = vi.fn();
  render(<Progress picture="" answered={[true, false]} onRestart={onRestart} />);
  await press("Start again");
  expect(document.activeElement?.textContent).toBe("Keep them");
  await press("Keep them");
  expect(onRestart).not.toHaveBeenCalled();
  await press("Start again");
  await press("Delete and start again");
  expect(onRestart).toHaveBeenCalledOnce();
});

test("without an answer there is nothing to delete", () => {
  render(<Progress picture="" answered={[false, false]} onRestart={() => {}} />);
  expect(screen.queryByRole("button", { name: "Start again" })).toBeNull();
});
