import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createRoutesStub, Link, useLocation, useNavigate, useNavigation } from "react-router";
import { afterEach, expect, test } from "vitest";
import { readFilter } from "./course-filter.ts";
import { FilterForm } from "./filter-form.tsx";

afterEach(cleanup);

const choices = {
  fields: [
    { key: "web", name: "Web" },
    { key: "data", name: "Data" },
  ],
  levels: [],
};

function Page() {
  const { search } = useLocation();
  const { location } = useNavigation();
  const navigate = useNavigate();
  const filter = readFilter(new URLSearchParams(location?.search ?? search), choices);
  return (
    <>
      <FilterForm filter={filter} choices={choices} isBusy={location !== undefined} />
      <Link to="/onlinecourses">Show all courses</Link>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
      <output>{search}</output>
    </>
  );
}

const whenShown = () => screen.findByRole<HTMLInputElement>("searchbox");

/** Before React has run the effects of what it shows, as on a busy machine. */
const asSoonAsShown = () =>
  new Promise<HTMLInputElement>((found) => {
    const observer = new MutationObserver(() => {
      const box = screen.queryByRole<HTMLInputElement>("searchbox");
      if (!box) return;
      observer.disconnect();
      found(box);
    });
    observer.observe(document, { childList: true, subtree: true });
  });

test.each([
  ["", whenShown],
  [", also right after the list has come", asSoonAsShown],
])("letters typed while a link is still being followed are searched for as well%s", async (_, findBox) => {
  const loader = () => new Promise((done) => setTimeout(() => done(null), 20));
  const Site = createRoutesStub([{ path: "/onlinecourses", Component: Page, loader }]);
  render(<Site initialEntries={["/onlinecourses?field=web"]} />);
  const box = await findBox();
  // On a busy phone React shows that a link is being followed only after the first letters.
  act(() => {
    screen.getByRole("link", { name: "All" }).click();
    box.focus();
    fireEvent.change(box, { target: { value: "pandas" } });
  });
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("?q=pandas"));
  expect(box.value).toBe("pandas");
});

test("who only steps into the box while a link is followed is not called back", async () => {
  const loader = () => new Promise((done) => setTimeout(() => done(null), 20));
  const Site = createRoutesStub([{ path: "/onlinecourses", Component: Page, loader }]);
  render(<Site initialEntries={["/onlinecourses?q=zzz"]} />);
  const box = await screen.findByRole<HTMLInputElement>("searchbox");
  act(() => {
    screen.getByRole("link", { name: "Show all courses" }).click();
    box.focus();
  });
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe(""));
  expect(box.value).toBe("");
  await act(() => new Promise((wait) => setTimeout(wait, 400)));
  expect(screen.getByRole("status").textContent).toBe("");
});

test("who goes back as soon as a search has come is not called back to it", async () => {
  const pause = (ms: number) => new Promise<null>((done) => setTimeout(() => done(null), ms));
  const loader = ({ request }: { request: Request }) => pause(request.url.endsWith("sql") ? 1 : 400);
  const Site = createRoutesStub([{ path: "/onlinecourses", Component: Page, loader }]);
  render(<Site initialEntries={["/onlinecourses?q=pyhton"]} />);
  const box = await screen.findByRole<HTMLInputElement>("searchbox");
  // On a busy phone React shows that the search has come and that Back was pressed at once.
  await act(async () => {
    box.focus();
    fireEvent.change(box, { target: { value: "sql" } });
    await pause(300);
    screen.getByRole("button", { name: "Back" }).click();
  });
  await act(() => pause(900));
  expect(screen.getByRole("status").textContent).toBe("?q=pyhton");
  expect(box.value).toBe("pyhton");
});
