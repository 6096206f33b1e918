import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { Progress } from "./progress.tsx";

afterEach(cleanup);

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

test("Start again asks in a dialog before it deletes the answers; keeping them returns the focus", async () => {
  let restarts = 0;
  render(
    <>
      <h2 id="question-1" tabIndex={-1}>
        Question 1
      </h2>
      <Progress picture="" answered={[true, false]} onRestart={() => restarts++} />
    </>,
  );
  const open = async () => {
    await press("Start again");
    return screen.findByRole("dialog", { name: "Delete your answers so far?" });
  };
  await open();
  await press("Keep them");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement?.textContent).toBe("Start again");
  fireEvent(await open(), new Event("cancel", { cancelable: true }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement?.textContent).toBe("Start again");
  expect(restarts).toBe(0);
  await open();
  await press("Delete and start again");
  expect(restarts).toBe(1);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement?.id).toBe("question-1");
});

test("when the dialog does not load it says so, and the next try may succeed", async () => {
  vi.doMock("./restart-dialog.tsx", () => {
    throw new Error("offline");
  });
  render(<Progress picture="" answered={[true]} onRestart={() => {}} />);
  await press("Start again");
  expect((await screen.findByRole("alert")).textContent).toBe("The server did not answer. Please try again.");
  vi.doUnmock("./restart-dialog.tsx");
  await press("Start again");
  expect(await screen.findByRole("dialog")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("without an answer there is nothing to delete", () => {
  render(<Progress picture="" answered={[false, false]} onRestart={() => {}} />);
  expect(screen.queryByRole("button", { name: "Start again" })).toBeNull();
});
