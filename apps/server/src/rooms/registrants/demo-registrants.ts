type DemoRegistrant = {
  username: string;
  email: string;
  mobileNumber: string;
  daysBefore: number;
  /** After the start; negative: before it. Without it, the meeting was never opened. */
  minutesLate?: number;
  /** What staff have marked. */
  attended?: boolean;
  isUnsubscribed?: boolean;
};

const person = (username: string, n: number) => ({
  username,
  email: `${username.toLowerCase().replace(" ", ".")}@example.com`,
  mobileNumber: `98400200${String(n).padStart(2, "0")}`,
});

export const demoRegistrants: DemoRegistrant[] = [
  { ...person("Revathi Mohan", 1), daysBefore: 9, minutesLate: -6 },
  { ...person("Arjun Pillai", 2), daysBefore: 8.4, minutesLate: 1 },
  { ...person("Sneha Kulkarni", 3), daysBefore: 8.1 },
  { ...person("Imran Sheikh", 4), daysBefore: 7, minutesLate: 3 },
  { ...person("Deepa Nair", 5), daysBefore: 6.6, isUnsubscribed: true },
  { ...person("Rohit Bansal", 6), daysBefore: 5.3, minutesLate: 12 },
  { ...person("Meghna Roy", 7), daysBefore: 5, attended: true },
  { ...person("Vignesh Kumar", 8), daysBefore: 4.2 },
  { ...person("Sara Jacob", 9), daysBefore: 3.5, minutesLate: -2, isUnsubscribed: true },
  { ...person("Harish Gowda", 10), daysBefore: 2.8 },
  { ...person("Tanvi Deshmukh", 11), daysBefore: 1.9, minutesLate: 4 },
  { ...person("Bala Subramanian", 12), daysBefore: 0.7, minutesLate: 25, attended: false },
];
