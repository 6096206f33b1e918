import type { StaffMe, StaffPerson } from "@shoreline/contract";
import { permissionsOf, type StaffRole } from "@shoreline/domain/staff";
import { render } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import Account from "../account/account.tsx";
import Audit from "../audit/audit.tsx";
import PlanBatch from "../batches/plan-batch.tsx";
import Books from "../books/books.tsx";
import Settlements from "../books/settlements.tsx";
import Certificates from "../certificates/certificates.tsx";
import CertificateDesign from "../certificates/design.tsx";
import CertificateRules from "../certificates/rules.tsx";
import PlaceSettings from "../class-settings/places.tsx";
import Class from "../classes/class.tsx";
import Classes from "../classes/classes.tsx";
import Connections from "../connections/connections.tsx";
import Drawer from "../drawer/drawer.tsx";
import Dues from "../dues/dues.tsx";
import SaleDues from "../dues/sale.tsx";
import Enrol from "../enrol/enrol.tsx";
import Sale from "../enrol/sale.tsx";
import Sales from "../enrol/sales.tsx";
import SignIn from "../entrance/sign-in.tsx";
import StaffHome from "../home.tsx";
import StaffLayout from "../layout.tsx";
import LeadSettings from "../leads/lead-settings.tsx";
import Leads from "../leads/leads.tsx";
import Library from "../library/library.tsx";
import Storage from "../library/storage.tsx";
import MoneySettings from "../money-settings/money-settings.tsx";
import { NoSuchPage } from "../no-such-page.tsx";
import Offers from "../offers/offers.tsx";
import Payments from "../payments/payments.tsx";
import People from "../people/people.tsx";
import Places from "../places/places.tsx";
import Reports from "../reports/reports.tsx";
import Today from "../today/today.tsx";
import TodayList from "../today/today-list.tsx";
import Webinar from "../webinars/webinar.tsx";
import Webinars from "../webinars/webinars.tsx";

/** The console at this address, without a server: `startFakeApi` answers. */
export function openConsole(address: string) {
  const children = [
    { index: true, element: <StaffHome /> },
    { path: "today", element: <Today /> },
    { path: "today/:part", element: <TodayList /> },
    { path: "leads", element: <Leads /> },
    { path: "enrol", element: <Enrol /> },
    { path: "enrol/sales", element: <Sales /> },
    { path: "enrol/sales/:saleId", element: <Sale /> },
    { path: "drawer", element: <Drawer /> },
    { path: "money-settings", element: <MoneySettings /> },
    { path: "classes", element: <Classes /> },
    { path: "classes/:classId", element: <Class /> },
    { path: "library", element: <Library /> },
    { path: "library/storage", element: <Storage /> },
    { path: "batches/new", element: <PlanBatch /> },
    { path: "webinars", element: <Webinars /> },
    { path: "webinars/:webinarId", element: <Webinar /> },
    { path: "offers", element: <Offers /> },
    { path: "certificates", element: <Certificates /> },
    { path: "certificates/rules", element: <CertificateRules /> },
    { path: "certificates/design", element: <CertificateDesign /> },
    { path: "payments", element: <Payments /> },
    { path: "dues", element: <Dues /> },
    { path: "dues/:saleId", element: <SaleDues /> },
    { path: "places", element: <Places /> },
    { path: "class-settings/places", element: <PlaceSettings /> },
    { path: "reports", element: <Reports /> },
    { path: "books", element: <Books /> },
    { path: "books/settlements", element: <Settlements /> },
    { path: "templates", element: <LeadSettings /> },
    { path: "connections", element: <Connections /> },
    { path: "people", element: <People /> },
    { path: "audit", element: <Audit /> },
    { path: "account", element: <Account /> },
    { path: "*", element: <NoSuchPage /> },
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
    photo: null,
    roles,
    permissions: permissionsOf(roles),
    version: 1,
    institute: "Shoreline",
    timeZone: "Asia/Kolkata",
    environment: "demo",
  };
}

export function samplePerson(given: Partial<StaffPerson> = {}): StaffPerson {
  return {
    staffId: "meera",
    name: "Meera Krishnan",
    email: "meera@shoreline.example",
    number: null,
    photo: null,
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
