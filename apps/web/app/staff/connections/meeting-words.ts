import { localMeetingServer, type MeetingField, type MeetingKind } from "@shoreline/domain/meeting-account";

export const providerNames: Record<MeetingKind, string> = {
  bigbluebutton: "BigBlueButton",
  zoom: "Zoom",
  meet: "Google Meet",
};

export const fieldLabels: Record<MeetingField, string> = {
  url: "Address of the API",
  accountId: "Account ID",
  clientId: "Client ID",
  user: "E-mail address of the host",
  serviceEmail: "E-mail address of the service account",
};

export const fieldExamples: Record<MeetingField, string> = {
  url: "https://meetings.example.com/bigbluebutton/api",
  accountId: "",
  clientId: "",
  user: "classes@example.com",
  serviceEmail: "robot@project.iam.gserviceaccount.com",
};

export const secretLabels: Record<MeetingKind, string> = {
  bigbluebutton: "Shared secret",
  zoom: "Client secret",
  meet: "Private key",
};

/** Where owners find what they must fill in. */
export const whereFound: Record<MeetingKind, string> = {
  bigbluebutton: "Both are shown by bbb-conf --secret on the server.",
  zoom: "They are in your server-to-server OAuth app in Zoom's marketplace. It needs the scopes to write meetings and to read users and reports.",
  meet: "They are in the key file of your service account. It needs domain-wide delegation for meetings.space.created.",
};

/** meetings.example.com, or who holds the meetings. */
export function shortAccount(settings: Partial<Record<MeetingField, string | undefined>>): string {
  const { url, user } = settings;
  if (url === localMeetingServer) return "This machine, to try it out";
  return url ? (URL.parse(url)?.host ?? url) : (user ?? "");
}
