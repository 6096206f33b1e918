import type { Verdict } from "@shoreline/proof/answer";
import type { ReactNode } from "react";
import { emptyShape, genuineShape, ribbons } from "./mark.tsx";

export const shapes: Record<Verdict, ReactNode> = {
  genuine: genuineShape,
  unchecked: (
    <>
      {ribbons}
      <circle cx="24" cy="20" r="17" data-clear="" />
      <circle cx="24" cy="20" r="11" strokeDasharray="4 4" />
    </>
  ),
  replaced: (
    <>
      {ribbons}
      <circle cx="24" cy="20" r="17" data-clear="" />
      <path d="M15 20h17M25 13l7 7-7 7" data-bold="" />
    </>
  ),
  revoked: (
    <>
      {ribbons}
      <circle cx="24" cy="20" r="17" data-clear="" />
      <path d="M12 32L36 8" data-bold="" />
    </>
  ),
  changed: (
    <>
      <path d="M22 4a16 16 0 0 0 0 32l-4-10 6-5-5-7z" data-full="" />
      <path d="M28 12a16 16 0 0 1 0 32l-4-10 6-5-5-7z" data-full="" />
    </>
  ),
  mismatch: (
    <>
      <path d="M5 9h22v28H5z" />
      <path d="M31 15h12v28H19v-2" />
      <path d="M10 19h12M10 27h12M21 14l-10 18" data-bold="" />
    </>
  ),
  forged: (
    <>
      <path d="M16 3h16l13 13v16L32 45H16L3 32V16z" data-full="" />
      <path d="M24 12v15M24 35v.5" data-on="" />
    </>
  ),
  foreign: (
    <>
      <circle cx="24" cy="24" r="20" strokeDasharray="5 4" />
      <path d="M18 19a6 6 0 1 1 9 5c-2 1.300-3 2.500-3 5M24 35v.5" data-bold="" />
    </>
  ),
  distrusted: (
    <>
      <circle cx="15" cy="24" r="10" data-clear="" />
      <path d="M25 24h19v8M36 24v6" />
      <path d="M8 41L40 7" data-bold="" />
    </>
  ),
  unknown: (
    <>
      {ribbons}
      <circle cx="24" cy="20" r="17" data-clear="" />
      <path d="M19 16a5 5 0 1 1 7.500 4.300c-1.700 1-2.500 2-2.500 4M24 29v.5" data-bold="" />
    </>
  ),
  damaged: <path d="M11 32V5h18l8 8v19l-5 5-4-6-5 7-4-6-4 5z" data-bold="" />,
  empty: emptyShape,
};
