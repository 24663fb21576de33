import { ToolError } from "./call.ts";

/** The common jobs, as an agent is asked to do them. */

interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: { name: string; description: string; required: boolean }[];
  text(args: Record<string, string>): string;
}

const PROMPTS: readonly Prompt[] = [
  {
    name: "menu_codes",
    title: "QR codes for a menu",
    description: "One QR code for each table of a restaurant, all leading to the menu.",
    arguments: [
      { name: "menu", description: "The address of the menu.", required: true },
      { name: "tables", description: "How many tables, such as 12.", required: true },
      { name: "category", description: "A label for these codes.", required: false },
    ],
    text: ({ menu, tables, category = "Menu" }) =>
      `Make one QR code for each of ${tables} tables. Use create_codes, all in one call: name "Table 1" to "Table ${tables}", type url, ` +
      `content ${menu} with ?table= and its number added (keep what the address has already), errorCorrection Q, category "${category}". ` +
      `First look with find_codes (category "${category}") whether some exist, and do not make them twice. ` +
      `Then judge_code one of them, draw_code one, and give a table of names and share URLs with the smallest size to print them at.`,
  },
  {
    name: "campaign_report",
    title: "Report on a campaign",
    description: "What the QR codes of a category brought, and what was not counted and why.",
    arguments: [
      { name: "category", description: "The label of the campaign's codes.", required: true },
      { name: "days", description: "How many days, 1 to 365; 30 if left out.", required: false },
    ],
    text: ({ category, days = "30" }) =>
      `Report on the QR codes of category "${category}" over ${days} days. find_codes (category "${category}"; follow the cursor), then ` +
      `read_analytics of each with days ${days}. Sum up: scans in all, the best and the weakest codes, days that stand out, devices and countries. ` +
      `Use explain_uncounted on the busiest code and say what was left out and why. Name codes that were never scanned. Say only what the figures say.`,
  },
  {
    name: "before_printing",
    title: "Check QR codes before printing",
    description: "Whether codes scan well at the size they are to be printed at, and lead where they should.",
    arguments: [
      { name: "category", description: "The label of the codes.", required: true },
      { name: "millimetres", description: "How wide they will be printed.", required: true },
    ],
    text: ({ category, millimetres }) =>
      `Check the QR codes of category "${category}" before they are printed ${millimetres} mm wide. find_codes (category "${category}"), ` +
      `judge_code each. List those whose smallestPrintMillimetres is above ${millimetres} or whose grade is below B, with the advice given. ` +
      `List where each leads, and point out names and contents that do not fit each other, expired and paused ones. Change nothing without asking.`,
  },
];

export const listPrompts = () => PROMPTS.map(({ text: _text, ...prompt }) => prompt);

export function readPrompt(name: string, given: Record<string, string> = {}) {
  const prompt = PROMPTS.find((each) => each.name === name);
  if (!prompt) {
    throw new ToolError(`There is no prompt "${name}". There are: ${PROMPTS.map((each) => each.name).join(", ")}.`);
  }
  const missing = prompt.arguments.filter((each) => each.required && !given[each.name]);
  if (missing.length > 0) throw new ToolError(`Missing: ${missing.map((each) => each.name).join(", ")}.`);
  return {
    description: prompt.description,
    messages: [{ role: "user" as const, content: { type: "text" as const, text: prompt.text(given) } }],
  };
}
