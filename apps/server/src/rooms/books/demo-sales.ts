import type { DeskMethod } from "@shoreline/domain/payment";

type Happening = {
  /** Days before today. */
  ago: number;
  name: string;
};

type OnlineSale = Happening & {
  what: "online";
  course: string;
  by: "upi" | "card" | "netbanking";
  couponCode?: string;
  company?: string;
  gstin?: string;
  state?: string;
  country?: string;
};

/** `parts`: after how many days each part is due; without, everything is paid at once. */
type DeskSale = Happening & { what: "desk"; course: string; by: DeskMethod; parts?: number[]; isShort?: boolean };
type NextPart = Happening & { what: "next part"; by: Exclude<DeskMethod, "cash"> };
type Refunded = Happening & { what: "refund"; reason: string };
type PaidTwice = Happening & { what: "paid twice" };

export type DemoHappening = OnlineSale | DeskSale | NextPart | Refunded | PaidTwice;

/** Invented people and what they bought: about two months of a small institute, the earliest first. */
export const demoHappenings: DemoHappening[] = [
  { ago: 47, what: "online", name: "Arun Selvam", course: "python", by: "upi" },
  { ago: 46, what: "desk", name: "Bhavani Kannan", course: "mern", by: "cash" },
  { ago: 45, what: "online", name: "Charu Mohan", course: "sql", by: "card" },
  { ago: 44, what: "desk", name: "Dinesh Raja", course: "java-fullstack", by: "upi", parts: [0, 30, 60] },
  { ago: 42, what: "online", name: "Eswari Pillai", course: "react", by: "netbanking" },
  { ago: 41, what: "online", name: "Fathima Noor", course: "software-testing", by: "upi", state: "Karnataka" },
  { ago: 40, what: "desk", name: "Ganesh Babu", course: "data-analyst", by: "bank transfer" },
  { ago: 38, what: "desk", name: "Harini Suresh", course: "python-fullstack", by: "upi", parts: [0, 28] },
  {
    ...{ ago: 37, what: "online", name: "Irfan Sheikh", course: "mern", by: "netbanking" },
    ...{ company: "Palm Software", gstin: "27AAPFU0939F1ZV" },
  },
  { ago: 35, what: "online", name: "Janani Arul", course: "ui-ux", by: "upi" },
  { ago: 34, what: "desk", name: "Karthik Vel", course: "java", by: "cash", isShort: true },
  { ago: 32, what: "online", name: "Lavanya Das", course: "sql", by: "upi", state: "Kerala" },
  { ago: 31, what: "desk", name: "Manoj Prabhu", course: "frontend", by: "card machine" },
  { ago: 29, what: "online", name: "Nithya Balan", course: "python", by: "card", couponCode: "WELCOME10" },
  { ago: 28, what: "online", name: "Oviya Anand", course: "javascript", by: "upi" },
  { ago: 27, what: "refund", name: "Janani Arul", reason: "Moved abroad before the first class" },
  { ago: 26, what: "desk", name: "Praveen Ilango", course: "mern", by: "upi", parts: [0, 15, 45] },
  { ago: 24, what: "online", name: "Rachel Tan", course: "data-analyst", by: "card", country: "Singapore" },
  { ago: 23, what: "desk", name: "Sathish Kumar", course: "angular", by: "cheque" },
  { ago: 21, what: "online", name: "Tamilarasi Govind", course: "flutter", by: "upi" },
  { ago: 20, what: "desk", name: "Umesh Nair", course: "sql", by: "cash" },
  { ago: 18, what: "online", name: "Vidhya Shankar", course: "react", by: "upi", couponCode: "WELCOME10" },
  { ago: 16, what: "online", name: "Yazhini Murugan", course: "mean", by: "netbanking" },
  { ago: 15, what: "online", name: "Zubair Ahmed", course: "node.js", by: "upi" },
  { ago: 14, what: "next part", name: "Dinesh Raja", by: "upi" },
  { ago: 13, what: "online", name: "Abirami Senthil", course: "c-cpp", by: "upi" },
  { ago: 12, what: "paid twice", name: "Abirami Senthil" },
  { ago: 11, what: "desk", name: "Bharath Ravi", course: "python", by: "upi" },
  { ago: 9, what: "online", name: "Chitra Devi", course: "java-fullstack", by: "card", state: "Telangana" },
  { ago: 8, what: "next part", name: "Harini Suresh", by: "bank transfer" },
  { ago: 7, what: "desk", name: "Deepak Mani", course: "ui-ux", by: "cash" },
  { ago: 5, what: "online", name: "Ezhil Vendan", course: "python-fullstack", by: "upi" },
  { ago: 3, what: "desk", name: "Gayathri Mohan", course: "software-testing", by: "upi", parts: [0, 30] },
  { ago: 2, what: "online", name: "Hemanth Rao", course: "sql", by: "upi" },
  { ago: 1, what: "desk", name: "Indira Bose", course: "react", by: "cash" },
];
