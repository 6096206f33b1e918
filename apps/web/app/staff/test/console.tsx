import type { StaffMe, StaffPerson } from "@shoreline/contract";
import { permissionsOf, type StaffRole } from "@shoreline/domain/staff";
import { render } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import Account from "../account.tsx";
import Audit from "../audit.tsx";
import StaffHome from "../home.tsx";
import StaffLayout from "../layout.tsx";
import People from "../people.tsx";
import SignIn from "../sign-in.tsx";

/** The console at this address, without a server: `startFakeApi` answers. */
export function openConsole(address: string) {
  const children = [
    { index: true, element: <StaffHome /> },
    { path: "people", element: <People /> },
    { path: "audit", element: <Audit /> },
    { path: "account", element: <Account /> },
  ];
  const pages = [
    { path: "/staff", element: <StaffLayout />, children },
    { path: "/staff/sign-in", element: <SignIn /> },
  ];
  const router = createMemoryRouter(pages, { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  return { addressNow: () => router.state.location.pathname + router.state.location.search };
}

export function sampleMe({ roles = ["owner"] }: { roles?: StaffRole[] } = {}): StaffMe {
  return {
    staffId: "anitha",
    name: "Anitha Devan",
    email: "anitha@shoreline.example",
    number: null,
    roles,
    permissions: permissionsOf(roles),
    version: 1,
    institute: "Shoreline",
    environment: "demo",
  };
}

export function samplePerson(given: Partial<StaffPerson> = {}): StaffPerson {
  return {
    staffId: "meera",
    name: "Meera Krishnan",
    email: "meera@shoreline.example",
    number: null,
    roles: ["trainer"],
    state: "active",
    invitationEndsAt: null,
    passkeys: 1,
    hasAuthenticator: false,
    lastSeenAt: null,
    isLastOwner: false,
    version: 3,
    ...given,
  };
}

export const appOnly = {
  hasPasskeys: true,
  passkeys: [],
  authenticatorSince: "2026-08-03T04:00:00.000Z",
  recoveryCodesLeft: 8,
  sessions: [],
};
