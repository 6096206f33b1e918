import { expect, test } from "vitest";
import {
  pageAfter,
  readLeadFilter,
  readLeadOrder,
  sortedBy,
  viewQuery,
  withLead,
  withLeadFilter,
  withoutFilters,
  withView,
} from "./lead-filter.ts";
import { leadFilterTexts } from "./lead-filter-texts.ts";

const at = (query: string) => new URLSearchParams(query);

test("the filter is what the address names, without empty words and without what is only shown", () => {
  expect(readLeadFilter(at("status=new,lost&words=+&lead=7&show=pipeline&sort=name"))).toEqual({ status: "new,lost" });
});

test.each([
  ["", {}],
  ["sort=name", { sort: "name", direction: "up" }],
  ["sort=next+call&direction=down", { sort: "next call", direction: "down" }],
  ["direction=up", { sort: "came", direction: "up" }],
])("the order of %j is sent whole", (query, order) => {
  expect(readLeadOrder(at(query))).toEqual(order);
});

test.each([
  ["", "came", "?direction=up"],
  ["direction=up", "came", "?"],
  ["", "name", "?sort=name"],
  ["sort=name", "name", "?sort=name&direction=down"],
  ["sort=name&direction=down", "name", "?sort=name"],
  ["sort=name&direction=down", "came", "?"],
  ["status=new&after=k&lead=7", "next call", "?status=new&sort=next+call"],
] as const)("from %j a press on %s leads to %s", (query, sort, address) => {
  expect(sortedBy(at(query), sort)).toBe(address);
});

test("another filter shows its first page with no lead open, and keeps the rest", () => {
  const search = at("owner=me&after=k&lead=7&show=pipeline");
  expect(`${withLeadFilter(search, { status: "new", owner: "" })}`).toBe("show=pipeline&status=new");
  expect(`${withoutFilters(search)}`).toBe("show=pipeline");
});

test("a page keeps the filter, and a lead keeps the page", () => {
  expect(pageAfter(at("tag=hot&lead=7"), "k 2")).toBe("?tag=hot&after=k+2");
  expect(withLead(at("tag=hot&after=k&new=1"), "9")).toBe("?tag=hot&after=k&lead=9");
});

test("a view is the same in whichever sequence its parts are written", () => {
  expect(viewQuery(at("sort=name&lead=7&status=new"))).toBe(viewQuery(at("status=new&sort=name&show=pipeline")));
  expect(withView(at("status=lost&show=pipeline"), "owner=me")).toBe("?owner=me&show=pipeline");
});

test("filters are named in words, and what is unknown as it was typed", () => {
  const search = at("status=new,old&owner=u1&call=none&from=2026-11-03&until=2026-99-99");
  expect(leadFilterTexts(search, [{ staffId: "u1", name: "Shalini Ravi" }])).toEqual([
    { name: "status", label: "Status", value: "New, old" },
    { name: "owner", label: "Owner", value: "Shalini Ravi" },
    { name: "call", label: "Next call", value: "not planned" },
    { name: "from", label: "Received since", value: "3 Nov 2026" },
    { name: "until", label: "Received until", value: "2026-99-99" },
  ]);
});
