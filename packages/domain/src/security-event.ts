/** Events of which staff get a mail when an hour has this many of them. */
export const alarmsPerHour = {
  "code refused": 100,
  "new browser": 200,
  "data exported": 10,
  "account deleted": 10,
  "mail changed": 10,
  "number changed": 10,
  "passkey added": 20,
  "passkey removed": 20,
  "guardian named": 20,
  "staff code refused": 20,
  "session copied": 1,
  "payment forged": 10,
  "signed out by staff": 1,
  "number changed by staff": 1,
  "date of birth corrected by staff": 1,
  "person exported by staff": 1,
  "person erased by staff": 1,
} as const;

export type EventKind = keyof typeof alarmsPerHour;

export const eventKinds = Object.keys(alarmsPerHour) as [EventKind, ...EventKind[]];
