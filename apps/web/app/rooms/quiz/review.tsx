import { coursePath } from "@shoreline/domain/course";
import { outcomeOf, percentage } from "@shoreline/domain/quiz";
import { testPath, topicsPath } from "@shoreline/domain/quiz-paths";
import { data, Link } from "react-router";
import { formatMomentInZone } from "../../lib/format.ts";
import { load } from "../../lib/load.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Crumbs, home } from "../../ui/crumbs.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { Route } from "./+types/review";
import { AnsweredQuestion } from "./answered-question.tsx";
import { beginAttempt } from "./attempt.ts";
import { codeHtml } from "./code-html.ts";
import * as styles from "./review.module.css";
import { ScoreBar } from "./score-bar.tsx";
import { Tables } from "./tables.tsx";

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [
        { title: `Result of ${loaderData.result.languageName}, ${loaderData.result.topic}: ${loaderData.name}` },
        { name: "robots", content: "noindex" },
      ]
    : [];

/** Personal: anybody with the link can read it, but no cache may store it. */
export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function loader({ context, params }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const [{ course, takenAt, setup, marks, answerKey, ...result }, { institute }] = await Promise.all([
      client.quiz.read(params),
      client.site.read({}),
    ]);
    // A deleted collection has no topics, but its results stay.
    const topics = await client.quiz.topics({ collectionId: result.collectionId }).catch(() => []);
    const ofTopic = topics.find(({ topic }) => topic === result.topic)?.questions ?? 0;
    const path = course ? coursePath(course, { suffix: institute.courseUrlSuffix }) : "";
    return data(
      {
        result,
        ofTopic,
        setup: setup && codeHtml({ code: setup, marks }),
        answerKey: answerKey.map(({ questionDescription, marks, language, level, ...put }) => ({
          ...put,
          code: questionDescription && codeHtml({ code: questionDescription, marks }),
        })),
        path: testPath(result),
        topicsPath: topicsPath(result.collectionId),
        name: institute.name,
        taken: formatMomentInZone(takenAt, institute),
        course: course ? { name: course.courseName, path } : null,
      },
      { headers: { "cache-control": "no-store" } },
    );
  });
}

export default function Review({ loaderData }: Route.ComponentProps) {
  const { result, ofTopic, setup, answerKey, taken, course, path: test, topicsPath: below } = loaderData;
  const { languageName, topic, username, correct, wrong, skiped, totalQuestion } = result;
  const grade = { correct, wrong, skipped: skiped, total: totalQuestion };
  const missed = answerKey.filter(
    ({ answer, selectedOption }) => outcomeOf({ answer, selected: selectedOption }) !== "correct",
  );
  return (
    <div className="wrap pb-12">
      <Crumbs steps={[home, { text: "Practice tests", to: "/mcq" }, { text: languageName, to: below }]} here="Result" />
      <header className={styles.head}>
        <div className="grid content-start gap-4">
          <h1 className="text-3xl">
            {correct} of {totalQuestion}
          </h1>
          <p className="text-l text-ink-2">
            {languageName}, {topic}: {percentage(grade)}% correct.
            {totalQuestion < ofTopic ? ` ${totalQuestion} of the ${ofTopic} questions of this topic.` : null}
          </p>
          <ScoreBar grade={grade} />
          <p className="text-s text-ink-2">
            {username}, {taken}
          </p>
          <div className="flex flex-wrap gap-3">
            {missed.length > 0 ? (
              <ButtonLink
                to={test}
                onClick={() =>
                  beginAttempt(
                    test,
                    missed.map(({ _id }) => _id),
                  )
                }
              >
                {missed.length === 1 ? "Try the one you missed" : `Try the ${missed.length} you missed`}
              </ButtonLink>
            ) : null}
            <ButtonLink look={missed.length > 0 ? "line" : "sea"} to={test} onClick={() => beginAttempt(test)}>
              Take the whole test again
            </ButtonLink>
          </div>
        </div>
        <aside className={styles.course} aria-label="What next">
          {course ? (
            <>
              <p className="text-s text-on-deep-2">Learn it from the basics</p>
              <Link to={course.path}>
                {course.name} course <Icon name="arrow" />
              </Link>
            </>
          ) : null}
          <p className="text-s text-on-deep-2">Or keep practising</p>
          <Link to={below}>
            More {languageName} topics <Icon name="arrow" />
          </Link>
        </aside>
      </header>
      {setup ? <Tables setup={setup} /> : null}
      <div className={styles.questions}>
        {answerKey.map((put, n) => (
          <AnsweredQuestion key={put._id} put={put} number={n + 1} total={answerKey.length} hasTables={setup !== ""} />
        ))}
      </div>
    </div>
  );
}
