import type { CertificateProgress } from "@shoreline/contract";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { ProgressList } from "./progress.tsx";

afterEach(cleanup);

const course: CertificateProgress = {
  ...{ courseId: "sql", courseName: "SQL", classes: 20, over: 20, attended: 12, needed: 15 },
  ...{ lastEndsAt: "2026-11-14T06:30:00.000Z", isReachable: false, isNamePrintable: true, homework: null, test: null },
  ...{ overdueInPaise: 0, isIssuedByStaff: false },
};

test.each([
  [20, "12 of 20 classes attended, 15 needed"],
  [16, "12 of 20 classes attended, 15 needed, 4 left"],
])("after %s of 20 classes a learner reads: %s", (over, text) => {
  render(
    <MemoryRouter>
      <ProgressList progress={[{ ...course, over }]} timeZone="Asia/Kolkata" />
    </MemoryRouter>,
  );
  expect(screen.getByText("12 of 20").closest("p")?.textContent).toBe(text);
});
