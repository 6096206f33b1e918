import type { StaffMe } from "@shoreline/contract";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { appOnly, openConsole, sampleMe } from "../test/console.tsx";
import { shrunkSize } from "./shrink-picture.ts";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const saved = "/media/staff/1f0e.webp";

/** The drawn picture tells its size. */
function startDrawing(size: { width: number; height: number } | null) {
  vi.stubGlobal("createImageBitmap", async () => {
    if (!size) throw new Error("no picture");
    return { ...size, close() {} };
  });
  const pen = { fillRect() {}, drawImage() {} } as unknown as CanvasRenderingContext2D;
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(pen);
  vi.spyOn(HTMLCanvasElement.prototype, "toDataURL").mockImplementation(function (this: HTMLCanvasElement) {
    return `data:image/jpeg;base64,${btoa(`${this.width} x ${this.height}`)}`;
  });
}

function openAccount(changePhoto: () => StaffMe | Refused, photo: string | null = null) {
  const api = startFakeApi({
    staff: {
      me: () => ({ ...sampleMe(), photo }),
      devices: () => appOnly,
      changePhoto,
      removePhoto: () => sampleMe(),
    },
  });
  openConsole("/staff/account");
  return api;
}

async function choose(name: string) {
  await userEvent.upload(await screen.findByLabelText("Photo file"), new File(["x"], name), { applyAccept: false });
}

test("a photo is shrunk, shown, and saved only then; the bar shows it too", async () => {
  startDrawing({ width: 4000, height: 3000 });
  const api = openAccount(() => ({ ...sampleMe(), photo: saved }));
  await choose("beach.jpg");
  const preview = await screen.findByRole("img", { name: "The chosen photo" });
  expect(preview.getAttribute("src")).toMatch(/^data:image\/jpeg/);
  expect(api.inputsOf("staff.changePhoto")).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Save the photo" }));
  expect(await screen.findByText("Your photo is saved.")).toBeTruthy();
  expect(api.inputsOf("staff.changePhoto")).toEqual([{ picture: btoa("683 x 512") }]);
  expect(screen.getByRole("img", { name: "You" }).getAttribute("src")).toBe(saved);
  const bar = screen.getByRole("button", { name: /Anitha Devan/ });
  expect(bar.querySelector("img")?.getAttribute("src")).toBe("/media/staff/1f0e-small.webp");
});

test("what is no picture says so, and a refusal of the server leaves the photo to try again", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  startDrawing(null);
  openAccount(() => new Refused("BROKEN_PICTURE"));
  await choose("letter.pdf");
  expect(await screen.findByText(/cannot be read as a picture/)).toBeTruthy();
  startDrawing({ width: 100, height: 100 });
  await choose("beach.jpg");
  await userEvent.click(await screen.findByRole("button", { name: "Save the photo" }));
  expect(await screen.findByText(/damaged or incomplete/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("img", { name: "The chosen photo" })).toBeNull();
});

test("a photo is removed, and the initials are back", async () => {
  openAccount(() => sampleMe(), saved);
  await userEvent.click(await screen.findByRole("button", { name: "Remove the photo" }));
  expect(await screen.findByText("Your photo is removed.")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Remove the photo" })).toBeNull());
  expect(screen.getByRole("button", { name: /Anitha Devan/ }).textContent).toContain("AD");
});

test("the shorter side becomes 512, a small picture stays, and a long strip is bounded", () => {
  expect(shrunkSize({ width: 4000, height: 3000 })).toEqual({ width: 683, height: 512 });
  expect(shrunkSize({ width: 200, height: 300 })).toEqual({ width: 200, height: 300 });
  expect(shrunkSize({ width: 20_000, height: 600 })).toEqual({ width: 1024, height: 31 });
});
