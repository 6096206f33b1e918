import { randomBytes } from "node:crypto";
import { Refusal } from "@shoreline/contract";
import { keepWellFormed } from "../../content/well-formed.ts";
import type { Handlers } from "../../context.ts";
import { certificateShape } from "../certificate/shapes.ts";
import { toWire } from "../certificate/wire.ts";
import { findShowcase, hideShowcase, listShown, openShowcase, removeShowcase } from "./queries.ts";

const noPage = { token: null, isHidden: false };

const tokenBytes = 24;
/** 24 bytes in base64url. What does not look like this is no token, and needs no query. */
const tokenForm = /^[\w-]{32}$/;

export const showcaseHandlers: Handlers<"showcase"> = {
  async see({ db, log }, { token }) {
    if (!tokenForm.test(token)) return null;
    const found = await listShown(db, { token });
    const shown = keepWellFormed(
      log,
      certificateShape,
      found.map(({ certificate }) => certificate),
    );
    const [newest] = shown;
    if (!newest) return null;
    return {
      studentName: newest.studentName,
      isNameHidden: shown.some(({ isNameHidden }) => isNameHidden),
      certificates: shown.map((row) => {
        const { certificateId, courseCompleted, certificateEarned, learnedSkills, certificateUrl, issuedBy } =
          toWire(row);
        return { certificateId, courseCompleted, certificateEarned, learnedSkills, certificateUrl, issuedBy };
      }),
    };
  },

  read: async ({ db, learner }) => (await findShowcase(db, learner.id)) ?? noPage,

  async open({ db, clock, learner }) {
    const token = randomBytes(tokenBytes).toString("base64url");
    const opened = await openShowcase(db, { learnerId: learner.id, token, now: clock.now() });
    if (!opened) throw new Refusal("NO_CERTIFICATE_YET");
    return opened;
  },

  hide: async ({ db, learner }) => (await hideShowcase(db, learner.id)) ?? noPage,

  async revoke({ db, learner }) {
    await removeShowcase(db, learner.id);
    return noPage;
  },
};
