import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { Progress } from "./progress.tsx";

afterEach(cleanup);

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

test("Start again asks before it deletes the answers, and the question has the focus", async () => {
  const onRestart = vi.fn();
  render(<Progress picture="" answered={[true, false]} onRestart={onRestart} />);
  await press("Start again");
  expect(document.activeElement).toBe(screen.getByRole("group", { name: "Delete your answers so far?" }));
  await press("Keep them");
  expect(document.activeElement?.textContent).toBe("Start again");
  await press("Start again");
  await userEvent.keyboard("{Escape}");
  expect(onRestart).not.toHaveBeenCalled();
  await press("Start again");
  await press("Delete and start again");
  expect(onRestart).toHaveBeenCalledOnce();
});

test("without an answer there is nothing to delete", () => {
  render(<Progress picture="" answered={[false, false]} onRestart={() => {}} />);
  expect(screen.queryByRole("button", { name: "Start again" })).toBeNull();
});
