import type { StaffMe, StaffPerson } from "@shoreline/contract";
import { staffClient } from "../client.ts";
import { may } from "../queries.ts";

export type PersonAction = "roles" | "history" | "close" | keyof typeof actions;

/** `button` is a verb with its object; `before` says what will happen, `after` what has. */
export const actions = {
  inviteAgain: {
    entry: "Send the invitation again",
    button: "Send the invitation",
    isHard: false,
    before: ({ name, email }: StaffPerson) =>
      `${name} gets an e-mail with a new link at ${email}. The earlier link stops working.`,
    after: ({ name }: StaffPerson) => `${name} was invited again.`,
    run: ({ staffId }: StaffPerson) => staffClient.inviteAgain({ staffId }),
  },
  reset: {
    entry: "Reset devices",
    button: "Reset devices",
    isHard: true,
    before: ({ name, email }: StaffPerson) =>
      `${name} will be signed out everywhere. Passkeys, authenticator app and recovery codes are removed, and a link to set up new ones goes to ${email}.`,
    after: ({ name }: StaffPerson) => `The devices of ${name} were reset. A link to set up new ones is on its way.`,
    run: ({ staffId }: StaffPerson) => staffClient.reset({ staffId }),
  },
  reopen: {
    entry: "Open the account again",
    button: "Open the account",
    isHard: false,
    before: ({ name }: StaffPerson) => `${name} can sign in again, with the same roles as before.`,
    after: ({ name }: StaffPerson) => `The account of ${name} is open again.`,
    run: ({ staffId }: StaffPerson) => staffClient.reopen({ staffId }),
  },
};

type Offer = { action: PersonAction; text: string; whyNot: string | null };

/** The actions for a person in this state, each with the reason why this colleague cannot take it. */
export function actionsFor(person: StaffPerson, me: StaffMe): Offer[] {
  const notAllowed = may(me, "change people") ? null : "Only an owner may do this.";
  const lastOwner = person.isLastOwner ? "This is the last owner. Make somebody else an owner first." : null;
  const own = person.staffId === me.staffId ? "Another owner has to reset your own devices." : null;
  const offer = (action: keyof typeof actions, whyNot: string | null = null): Offer => ({
    action,
    text: actions[action].entry,
    whyNot: notAllowed ?? whyNot,
  });
  const history: Offer = {
    ...{ action: "history", text: "History" },
    whyNot: may(me, "see audit log") ? null : "Only an owner may do this.",
  };
  if (person.state === "closed") return [offer("reopen"), history];
  return [
    { action: "roles", text: "Change roles", whyNot: notAllowed },
    person.state === "invited" ? offer("inviteAgain") : offer("reset", own),
    { action: "close", text: "Close the account", whyNot: notAllowed ?? lastOwner },
    history,
  ];
}
