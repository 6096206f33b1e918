import { keepWellFormed } from "../../content/well-formed.ts";
import { shareCards } from "../site/share-card.ts";
import { findCollection } from "./queries.ts";
import { collectionShape } from "./shapes.ts";

export const testCards = shareCards("test", async ({ db, log }, collectionId) => {
  const [collection] = keepWellFormed(log, collectionShape, await findCollection(db, { collectionId }));
  if (!collection) return null;
  const { languageName, languageImage, topics } = collection;
  const count = topics.length === 1 ? "One topic" : `${topics.length} topics`;
  return {
    title: `${languageName} practice tests`,
    facts: [`${count}, with explanations`, "Free"],
    picture: languageImage,
  };
});
