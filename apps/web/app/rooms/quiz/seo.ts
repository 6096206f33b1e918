import { testPath } from "@shoreline/domain/quiz-paths";
import type { SiteInfo } from "../../lib/seo.ts";
import { codeText } from "./code-html.ts";

type Named = { _id: string; languageName: string };
type Topic = { topic: string; about: string; collection: Named; at: SiteInfo };
type Asked = { question: string; code: string; options: string[]; answer: string };

/** The tests of a collection, described for search engines. */
export function describeTopics(topics: Topic[]): string {
  return toScript({ "@graph": topics.map(asQuiz) });
}

/** One test with its questions, correct answers and options. */
export function describeTest({ questions, ...topic }: Topic & { questions: Asked[] }): string {
  const asAnswer = (text: string) => ({ "@type": "Answer", text });
  const hasPart = questions.map(({ question, code, options, answer }) => ({
    "@type": "Question",
    eduQuestionType: "Multiple choice",
    name: question,
    ...(code ? { text: `${question}\n${codeText(code)}` } : {}),
    suggestedAnswer: options.filter((option) => option !== answer).map(asAnswer),
    acceptedAnswer: asAnswer(answer),
  }));
  return toScript({ ...asQuiz(topic), hasPart });
}

function asQuiz({ topic, about, collection, at }: Topic): Record<string, unknown> {
  return {
    "@type": "Quiz",
    name: `${collection.languageName}: ${topic}`,
    description: about,
    url: at.publicUrl + testPath({ collectionId: collection._id, topic }),
    about: { "@type": "Thing", name: `${collection.languageName}, ${topic}` },
    learningResourceType: "Practice problem",
    isAccessibleForFree: true,
    provider: { "@type": "EducationalOrganization", name: at.name, url: at.publicUrl },
  };
}

/** Escaped, so that no text can close the script element. */
function toScript(value: Record<string, unknown>): string {
  return JSON.stringify({ "@context": "https://schema.org", ...value }).replaceAll("<", "\\u003c");
}
