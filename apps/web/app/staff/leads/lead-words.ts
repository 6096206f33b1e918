import type { Counted } from "@shoreline/contract";
import type { LeadSource, LeadStatus } from "@shoreline/domain/inbox";
import { countText } from "../count-text.ts";
import type { Shape } from "../status-mark.tsx";

export const leadStatusText: Record<LeadStatus, string> = {
  new: "New",
  contacted: "Contacted",
  visiting: "Visiting",
  enrolled: "Enrolled",
  lost: "Lost",
};

export const leadStatusShape: Record<LeadStatus, Shape> = {
  new: "begun",
  contacted: "half",
  visiting: "going",
  enrolled: "done",
  lost: "off",
};

export const leadSourceText: Record<LeadSource, string> = {
  popup: "Popup",
  contact: "Contact form",
  syllabus: "Syllabus",
  webinar: "Webinar",
  alert: "Course alert",
  subscription: "Newsletter",
  test: "Test",
  hand: "By hand",
  import: "Import",
  api: "API",
};

export const leadSourceIcon: Record<LeadSource, string> = {
  popup: "form",
  contact: "mail",
  syllabus: "download",
  webinar: "camera",
  alert: "bell",
  subscription: "bell",
  test: "check",
  hand: "plus",
  import: "plus",
  api: "plus",
};

/** 1 lead, 148 leads, 1,000+ leads */
export function leadsText(counted: Counted): string {
  return `${countText(counted)} ${counted.count === 1 ? "lead" : "leads"}`;
}

/** As staff call it, with the letters of its address as they read. */
export function pageText(page: string): string {
  if (page === "/") return "Home page";
  try {
    return decodeURI(page);
  } catch {
    return page;
  }
}
