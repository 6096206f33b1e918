import type { LeadEventKind, LeadSource, LeadStatus } from "@shoreline/domain/inbox";

export type DemoLead = {
  name: string;
  email: string | null;
  number: string | null;
  status: LeadStatus;
  lostReason?: string;
  source: LeadSource;
  interest: string;
  landingPage?: string;
  campaign?: Record<string, string>;
  tags?: string[];
  hoursAgo: number;
  /** In an office hour. A day before today: the call is overdue. */
  nextCall?: { inDays: number; hour: number; minute: number };
  events: { kind: LeadEventKind; text: string; facts?: Record<string, string>; who?: string }[];
};

const advertisement = { utm_source: "google", utm_medium: "cpc", utm_campaign: "diwali", referrer: "www.google.com" };
const newsletter = { utm_source: "newsletter", utm_medium: "mail", utm_campaign: "november" };

export const demoLeads: DemoLead[] = [
  {
    name: "Lakshmi Narayanan",
    email: "lakshmi.n@example.com",
    number: "+919840010001",
    status: "new",
    source: "popup",
    interest: "Python",
    landingPage: "/onlinecourses",
    campaign: advertisement,
    hoursAgo: 2,
    events: [{ kind: "popup", text: "Is there a batch in the evening?", facts: { Course: "Python", Page: "/" } }],
  },
  {
    name: "Farhan Qureshi",
    email: "farhan.q@example.com",
    number: "+919840010002",
    status: "new",
    source: "syllabus",
    interest: "Java",
    landingPage: "/offlinecourses",
    campaign: { referrer: "www.google.com" },
    hoursAgo: 5,
    events: [
      { kind: "syllabus", text: "Downloaded the syllabus of Java", facts: { Course: "Java", Page: "/offlinecourses" } },
    ],
  },
  {
    name: "Divya Prakash",
    email: "divya.prakash@example.com",
    number: "+919840010003",
    status: "contacted",
    source: "contact",
    interest: "Full Stack Development",
    tags: ["weekend"],
    landingPage: "/",
    campaign: advertisement,
    hoursAgo: 30,
    nextCall: { inDays: -1, hour: 17, minute: 30 },
    events: [
      {
        kind: "contact",
        text: "I work during the week. Do you teach on weekends, and can I pay in parts?",
        facts: { "Enquiry for": "Full Stack Development", Page: "/contactus" },
      },
      { kind: "call", text: "Explained the weekend batch. Wants to talk to her brother first.", who: "Shalini Ravi" },
    ],
  },
  {
    name: "Samuel Thomas",
    email: "samuel.t@example.com",
    number: "+919840010004",
    status: "visiting",
    source: "webinar",
    interest: "Data Science",
    landingPage: "/webinar/first-api",
    campaign: newsletter,
    hoursAgo: 50,
    nextCall: { inDays: 1, hour: 10, minute: 30 },
    events: [
      { kind: "webinar", text: "Registered for the webinar Your first API" },
      { kind: "call", text: "Comes on Saturday at 11 to see a class.", who: "Prakash Immanuel" },
    ],
  },
  {
    name: "Priyanka Das",
    email: "priyanka.das@example.com",
    number: "+919840010005",
    status: "enrolled",
    source: "popup",
    interest: "Python",
    landingPage: "/onlinecourses",
    campaign: advertisement,
    hoursAgo: 120,
    events: [
      { kind: "popup", text: "How long is the course?", facts: { Course: "Python" } },
      { kind: "call", text: "Answered her questions; she enrols online.", who: "Shalini Ravi" },
      { kind: "purchase", text: "Bought Python" },
    ],
  },
  {
    name: "Mohan Raj",
    email: null,
    number: "+919840010006",
    status: "lost",
    lostReason: "Joined elsewhere",
    source: "hand",
    interest: "Java",
    hoursAgo: 200,
    events: [
      { kind: "hand", text: "Came by and asked for the fee.", who: "Prakash Immanuel" },
      { kind: "call", text: "Has joined an institute near his home.", who: "Prakash Immanuel" },
    ],
  },
  {
    name: "Ananya Iyer",
    email: "ananya.iyer@example.com",
    number: "+919840010007",
    status: "new",
    source: "alert",
    interest: "Python",
    hoursAgo: 9,
    events: [{ kind: "alert", text: "Wants to know when a batch of Python opens", facts: { Batch: "7-8, week-days" } }],
  },
  {
    name: "karthik.s",
    email: "karthik.s@example.com",
    number: null,
    status: "new",
    source: "subscription",
    interest: "",
    hoursAgo: 26,
    events: [{ kind: "subscription", text: "Subscribed to the newsletter", facts: { Form: "footer" } }],
  },
  {
    name: "Nisha Verghese",
    email: "nisha.v@example.com",
    number: null,
    status: "contacted",
    source: "test",
    interest: "Python",
    landingPage: "/mcq",
    hoursAgo: 75,
    nextCall: { inDays: 2, hour: 16, minute: 0 },
    events: [
      { kind: "test", text: "Took the practice test Python: Variables and types", facts: { Result: "7 of 10" } },
      { kind: "mail", text: "Sent the syllabus and the dates.", who: "Shalini Ravi" },
    ],
  },
];

export const demoTemplates = [
  {
    name: "First answer",
    kind: "mail" as const,
    subject: "Your question about {course}",
    text: "Dear {first name},\n\nThank you for your interest in {course}. I would be glad to answer your questions on the phone: {phone}.\n\nWhen may I call you?",
  },
  {
    name: "Tried to call",
    kind: "whatsapp" as const,
    subject: "",
    text: "Hello {first name}, this is {counsellor} from {institute}. I tried to call you about {course}. When would be a good time?",
  },
  {
    name: "Visit us",
    kind: "whatsapp" as const,
    subject: "",
    text: "Hello {first name}, would you like to see a {course} class before you decide? Come by any Saturday at 11. {counsellor}, {institute}",
  },
];
