import { testPath, topicsPath } from "@shoreline/domain/quiz-paths";
import { data } from "react-router";
import { load } from "../../lib/load.ts";
import { describePage, siteInfo } from "../../lib/seo.ts";
import { ServerScript } from "../../lib/server-script.tsx";
import { CoverLink } from "../../ui/cover-link.tsx";
import { Crumbs, home } from "../../ui/crumbs.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Plate } from "../../ui/section.tsx";
import type { Route } from "./+types/topics";
import { countOf } from "./plural.ts";
import { describeTopics } from "./seo.ts";
import * as styles from "./topics.module.css";

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.meta ?? [];

export function loader({ context, params: { collectionId } }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const [topics, collections, site] = await Promise.all([
      client.quiz.topics({ collectionId }),
      client.quiz.list({}),
      client.site.read({}),
    ]);
    const collection = collections.find(({ _id }) => _id === collectionId);
    if (!collection) throw data(null, { status: 404 });
    const { _id, languageName, languageImage } = collection;
    const at = siteInfo(site);
    return {
      collection: { _id, languageName, languageImage },
      topics: topics.map(({ topic, about, questions }) => {
        return { topic, about, size: countOf(questions, "question"), path: testPath({ collectionId, topic }) };
      }),
      count: countOf(topics.length, "topic"),
      at,
      meta: describePage({
        title: `${languageName} practice tests`,
        description: `${languageName} questions with answers and explanations: ${topics.map(({ topic }) => topic).join(", ")}.`,
        path: topicsPath(collectionId),
        card: `test/${encodeURIComponent(collectionId)}`,
        at,
        below: { name: "Practice tests", path: "/mcq" },
      }),
    };
  });
}

export default function Topics({ loaderData: { collection, topics, count, at } }: Route.ComponentProps) {
  const { languageName, languageImage } = collection;
  return (
    <div className="wrap pb-12">
      <Crumbs steps={[home, { text: "Practice tests", to: "/mcq" }]} here={languageName} />
      <header className={styles.head}>
        <div>
          <h1 className="text-3xl">{languageName}</h1>
          <p className="mt-5 max-w-prose text-l text-ink-2">
            {count}. Each starts with easy questions and ends with hard ones.
          </p>
        </div>
        <img src={languageImage} alt="" width="160" height="120" />
      </header>
      <ol className={styles.topics}>
        {topics.map(({ topic, about, size, path }, n) => (
          <li key={topic}>
            <Plate>{n + 1}</Plate>
            <div>
              <h2 className="text-heading">
                <CoverLink to={path}>{topic}</CoverLink>
              </h2>
              <p className="mt-1 text-ink-2">{about}</p>
            </div>
            <span className={styles.count}>
              {size} <Icon name="arrow" />
            </span>
          </li>
        ))}
      </ol>
      <ServerScript isData>
        {import.meta.env.SSR ? describeTopics(topics.map((topic) => ({ ...topic, collection, at }))) : ""}
      </ServerScript>
    </div>
  );
}
