import { testPath, topicsPath } from "@shoreline/domain/quiz-paths";
import { useState } from "react";
import { data } from "react-router";
import { load } from "../../lib/load.ts";
import { describePage, siteInfo } from "../../lib/seo.ts";
import { ServerScript } from "../../lib/server-script.tsx";
import { Crumbs, home } from "../../ui/crumbs.tsx";
import { Notice } from "../../ui/message.tsx";
import { toast } from "../../ui/toast.module.css";
import type { Route } from "./+types/take-test";
import { AskedQuestion } from "./asked-question.tsx";
import { codeHtml } from "./code-html.ts";
import { orderScript } from "./order-script.ts";
import { countOf } from "./plural.ts";
import { Progress } from "./progress.tsx";
import { describeTest } from "./seo.ts";
import { Tables } from "./tables.tsx";
import * as styles from "./take-test.module.css";
import { TextButton } from "./text-button.tsx";
import { useNumberKeys } from "./use-number-keys.ts";
import { useTest } from "./use-test.ts";

// Imported on each try: a failed load may succeed the next time.
const loadPopup = () => import("./result-popup.tsx");
type ResultPopup = Awaited<ReturnType<typeof loadPopup>>["default"];

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.meta ?? [];

export function loader({ context, params: { collectionId, topic } }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const [asked, topics, collections, site] = await Promise.all([
      client.quiz.questions({ collectionId, topic }),
      client.quiz.topics({ collectionId }),
      client.quiz.list({}),
      client.site.read({}),
    ]);
    const known = collections.find(({ _id }) => _id === collectionId);
    const here = topics.find((one) => one.topic === topic);
    if (!known || !here) throw data(null, { status: 404 });
    const at = siteInfo(site);
    const path = testPath({ collectionId, topic });
    const below = topicsPath(collectionId);
    return {
      path,
      crumbs: [
        { text: "Practice tests", to: "/mcq" },
        { text: known.languageName, to: below },
      ],
      collection: { _id: known._id, languageName: known.languageName, languageImage: known.languageImage },
      topic,
      about: here.about,
      setup: here.setup && codeHtml({ code: here.setup, marks: here.marks }),
      questions: asked.map(({ _id, question, questionDescription, marks, level, options, isCode, answer }) => {
        const code = questionDescription && codeHtml({ code: questionDescription, marks });
        return { _id, question, code, level, options, isCode, answer };
      }),
      at,
      meta: describePage({
        title: `${topic}: ${known.languageName} practice test`,
        description: `${here.about} ${countOf(asked.length, "question")} with answers and explanations, free and without a time limit.`,
        path,
        card: `test/${encodeURIComponent(collectionId)}`,
        at,
        below: { name: `${known.languageName} practice tests`, path: below },
      }),
    };
  });
}

/** Another topic is another test: the key resets all state. */
export default function TakeTest({ loaderData }: Route.ComponentProps) {
  return <Test key={loaderData.path} {...loaderData} />;
}

function Test(test: Route.ComponentProps["loaderData"]) {
  const { path, crumbs, collection, topic, about, setup, questions: all } = test;
  const { isFromServer, state, ordered, isPart, choose, submit, close, restart } = useTest({
    path,
    collectionId: collection._id,
    topic,
    all,
  });
  const { questions, resultInfo } = state;
  const isOpen = resultInfo.length > 0;
  const [popup, setPopup] = useState<{ Result?: ResultPopup; isStuck?: boolean }>({});
  const { Result, isStuck } = popup;
  useNumberKeys({ isOff: isOpen });
  const open = () => {
    submit();
    loadPopup().then(
      (loaded) => setPopup({ Result: loaded.default }),
      () => {
        close();
        setPopup({ isStuck: true });
      },
    );
  };

  return (
    <div className="wrap">
      <Crumbs steps={[home, ...crumbs]} here={topic} />
      <header className={`${styles.head} grid gap-4 pb-8`}>
        <h1 className="text-3xl">{topic}</h1>
        <p className="text-l text-ink-2">{about}</p>
        {isPart ? (
          <p className={styles.partNote}>
            Only the questions you missed: {questions.length} of {all.length}.
            <TextButton onClick={() => restart()}>Take the whole test instead</TextButton>
          </p>
        ) : null}
        <noscript>
          {import.meta.env.SSR ? (
            <Notice look="wrong">
              Checking your answers needs JavaScript. Without it you can still read the questions.
            </Notice>
          ) : null}
        </noscript>
      </header>
      {setup ? <Tables setup={setup} /> : null}
      <form
        className={styles.test}
        data-attempt={path}
        aria-label="Test"
        onSubmit={(event) => {
          event.preventDefault();
          if (isOpen) close();
          else open();
        }}
      >
        <div inert={isOpen}>
          {questions.map((put, qIndex) => (
            <AskedQuestion
              key={put._id}
              put={put}
              number={qIndex + 1}
              total={questions.length}
              hasTables={setup !== ""}
              options={ordered(put)}
              selected={put.selectedOpition}
              onChoose={(value) => {
                // Preloads the popup; if this fails, it is loaded again on submit.
                loadPopup().catch(() => {});
                setPopup({});
                choose(qIndex, value);
              }}
            />
          ))}
        </div>
        <Progress
          picture={collection.languageImage}
          answered={questions.map(({ selectedOpition }) => selectedOpition !== null)}
          onRestart={restart}
        />
      </form>
      {isFromServer ? <ServerScript>{import.meta.env.SSR ? orderScript : ""}</ServerScript> : null}
      {isFromServer ? <ServerScript isData>{import.meta.env.SSR ? describeTest(test) : ""}</ServerScript> : null}
      {isOpen && Result ? (
        <Result state={state} languageName={collection.languageName} attemptKey={path} onClose={close} />
      ) : isOpen || isStuck ? (
        <p className={toast} role="alert">
          {isOpen ? "Checking your answers…" : "The server did not answer. Please try again."}
        </p>
      ) : null}
    </div>
  );
}
