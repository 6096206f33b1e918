import type { Chatbot, Institute, Site } from "@shoreline/contract";
import { batchHours } from "@shoreline/domain/site";

const start = "Let us start";
const end = "End conversation";
const menu = "Main menu";

/** The script of an institute that has not written one: it says what the product knows. */
export function usualChatbot(institute: Institute, offers: Site["offers"]): Chatbot {
  const subjects = subjectsOf(institute, offers);
  const questions = subjects.map(({ question }) => question);
  return {
    greeting: `Welcome to ${institute.name}. How can we help you?`,
    start,
    end,
    thanks: "Thank you for chatting with us. If you have a question later, just call or write to us.",
    entries: [
      entry({ question: start, says: "What would you like to know?" }, questions),
      entry({ question: menu, says: "What else would you like to know?" }, questions),
      ...subjects.map((subject) => entry(subject, [menu])),
    ],
  };
}

type Subject = { question: string; says: string; links?: Chatbot["entries"][number]["links"] };

function entry({ question, says, links = [] }: Subject, options: string[]): Chatbot["entries"][number] {
  return {
    _id: question.toLowerCase().replace(/[^a-z0-9]+/g, "-"),
    question,
    headingAnswer: says,
    answer: [...options, end].map((course) => ({ course })),
    links,
  };
}

function subjectsOf({ phone, email, batchTimes }: Institute, offers: Site["offers"]): Subject[] {
  const about = (isOffered: boolean, subject: Subject) => (isOffered ? [subject] : []);
  return [
    ...about(offers.courses, {
      question: "Courses",
      says: "You find all our courses under Courses, each with its hours, its fee and the full syllabus.",
      links: [{ text: "All courses", to: "/onlinecourses" }],
    }),
    ...about(offers.courses, {
      question: "Batches and timings",
      says: `Every class is one hour. Batches begin at ${listed(batchTimes.map(startOf))}, on weekdays or at weekends. You choose yours when you enrol.`,
    }),
    ...about(offers.courses, {
      question: "Fees and payment",
      says: "You pay once, online, and the course appears in your classroom straight away.",
    }),
    ...about(offers.courses, {
      question: "Certificates",
      says: "When you have completed a course you receive a certificate with its own ID. Anyone can check it under Verify Certificate on this site.",
      links: [{ text: "Verify a certificate", to: "/verify/e_certificate/" }],
    }),
    ...about(offers.webinars, {
      question: "Webinars",
      says: "The next webinar is announced at the top of this page as soon as its date is fixed.",
      links: [{ text: "All webinars", to: "/webinarview" }],
    }),
    ...about(offers.tests, {
      question: "Practice tests",
      says: "Practice tests are open to everyone, without an account. The result comes to you by e-mail.",
      links: [{ text: "All practice tests", to: "/mcq" }],
    }),
    { question: "Talk to us", says: `Gladly. Call ${phone} or write to ${email}.` },
  ];
}

function startOf(time: string): string {
  const { from } = batchHours(time);
  return from === 12 ? "12 noon" : from < 12 ? `${from} AM` : `${from - 12} PM`;
}

function listed(items: string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
