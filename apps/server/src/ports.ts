/** What the rooms need of the outside world, as plain types. Adapters implement them; only main.ts picks. */

export type Clock = { now(): Date };

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Stable over retries, so that a mail sent twice by accident is shown once by the reader's mailbox. */
  messageId?: string;
  /** Mail programs show a button that posts to this address. */
  unsubscribeUrl?: string;
};
export type Mailer = { send(mail: Mail): Promise<void> };

/** `to` is a number with country code: +919876543210. */
export type Sms = { to: string; text: string };
export type SmsSender = { send(sms: Sms): Promise<void> };

export type StoredFile = { bytes: Uint8Array; type: string };
/** Keys are relative paths such as `user/ab12.webp`; a key that leaves its folder is a bug and throws. */
export type Files = {
  put(key: string, file: StoredFile): Promise<void>;
  read(key: string): Promise<StoredFile | null>;
  /** Removing what is not there is fine. */
  remove(key: string): Promise<void>;
};
