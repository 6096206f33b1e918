import { cleanup, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { choose, fileOf, record, samples, titleOf } from "../../test/certificate-files.tsx";
import { startFakeApi } from "../../test/fake-api.ts";

afterEach(cleanup);

test("without keys the file stays chosen; once they have come, files are checked without the server", async () => {
  let isDown = true;
  const answer =
    <T,>(reply: T) =>
    () => {
      if (isDown) throw new TypeError("offline");
      return reply;
    };
  startFakeApi({ signing: { list: answer(samples.trusted) }, certificate: { get: answer(record) } });
  const [refused] = await choose(fileOf(samples.files.pdf));
  expect(titleOf(refused)).toBe("Our public keys did not load.");
  expect(refused?.dataset.verdict).toBe("stuck");

  isDown = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("Nithya Balan");

  isDown = true;
  const [card] = await choose(fileOf(samples.files.png));
  expect(card?.dataset.verdict).toBe("unchecked");
});
