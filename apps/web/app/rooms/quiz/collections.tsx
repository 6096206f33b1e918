import { topicsPath } from "@shoreline/domain/quiz-paths";
import { load } from "../../lib/load.ts";
import { refuseMissing } from "../../lib/parts.ts";
import { describePage, siteInfo } from "../../lib/seo.ts";
import { CoverLink } from "../../ui/cover-link.tsx";
import { PageHead } from "../../ui/section.tsx";
import type { Route } from "./+types/collections";
import * as styles from "./collections.module.css";
import { countOf } from "./plural.ts";
import { SentResult } from "./sent-result.tsx";

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.meta ?? [];

export function loader({ context }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const [collections, site] = await Promise.all([client.quiz.list({}), client.site.read({})]);
    refuseMissing(site.offers.tests);
    const at = siteInfo(site);
    const meta = describePage({
      title: "Practice tests",
      description: `Free multiple-choice tests in ${collections.map(({ languageName }) => languageName).join(", ")}, with an explanation for every answer.`,
      path: "/mcq",
      card: "page/mcq",
      at,
    });
    return {
      meta,
      collections: collections.map(({ _id, topics, questions, languageName, languageImage, bgColor }) => {
        const size = `${countOf(topics, "topic")}, ${countOf(questions, "question")}`;
        return { path: topicsPath(_id), languageName, languageImage, bgColor, size };
      }),
    };
  });
}

export default function Collections({ loaderData: { collections } }: Route.ComponentProps) {
  return (
    <>
      <SentResult />
      <PageHead
        title="Practice tests"
        lead="Choose a language, then a topic. You need no account, and there is no time limit. You get your result by e-mail, with an explanation for every answer."
      />
      <div className="wrap pb-12">
        {collections.length === 0 ? <p>There are no tests at the moment. Please check again soon.</p> : null}
        <ul className={styles.list}>
          {collections.map(({ path, languageName, languageImage, bgColor, size }) => (
            <li key={path} className={styles.collection}>
              <div className="overflow-hidden">
                <img src={languageImage} alt="" width="160" height="120" />
              </div>
              <div className={styles.name}>
                <svg aria-hidden="true">
                  <rect width="100%" height="100%" fill={bgColor} />
                </svg>
                <h2 className="text-heading">
                  <CoverLink to={path}>{languageName}</CoverLink>
                </h2>
                <p>{size}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
