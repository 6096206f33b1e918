import { hoursAWeek } from "@shoreline/domain/weekly";
import loadHighs from "highs";
import { type Offered, offerCandidates } from "./candidates.ts";
import { meets } from "./meets.ts";
import { type Choice, countChoices, writeModel } from "./model.ts";
import type { SolverDraft, SolverInput, SolverLine, SolverResult } from "./solver-input.ts";

// Its types describe the CommonJS build, whose default export lies one level deeper.
const load = loadHighs as unknown as typeof loadHighs.default;

/** A model of this size takes about 300 MB; a larger one could take what the product needs. */
const mostVariables = 40_000;

/** Finds days, hours, trainers and rooms without clashes. Runs in a thread: it keeps its processor busy. */
export async function solve(input: SolverInput): Promise<SolverResult> {
  const offered = offerCandidates(input);
  const variables = countChoices(offered);
  if (variables === 0) return { lines: explain(offered, new Map()), failure: "", variables };
  if (variables > mostVariables)
    return { lines: [], failure: "This is too much at once. Choose fewer drafts.", variables };
  const { text, choices } = writeModel(input, offered);
  const highs = await load();
  const found = highs.solve(text, {
    time_limit: input.secondsLimit,
    mip_abs_gap: 4,
    output_flag: false,
    random_seed: 1,
  });
  const columns = found.Columns as Record<string, { Primal?: number }>;
  const chosen = [...choices.values()].filter(({ name }) => (columns[name]?.Primal ?? 0) > 0.5);
  const plans = plansOf(chosen);
  if (found.Status !== "Optimal" && !isSound(plans, input.drafts))
    return {
      ...{ lines: [], variables },
      failure: `No plan was found in ${input.secondsLimit} seconds. Choose fewer drafts, or fix some days and hours.`,
    };
  return { lines: explain(offered, plans), failure: "", variables };
}

type Plans = Map<string, NonNullable<SolverLine["plan"]>>;

function plansOf(chosen: Choice[]): Plans {
  const plans: Plans = new Map();
  for (const choice of chosen) {
    if (!("trainerId" in choice)) continue;
    const { draft, pattern, until, isWished } = choice.candidate;
    const place = chosen.find((one) => "roomId" in one && one.candidate === choice.candidate);
    const roomId = place && "roomId" in place ? place.roomId : null;
    const isOwn = (wished: string | null, got: string | null) => wished === null || wished === got;
    const isAsWished =
      (isWished || draft.pattern.length === 0) &&
      isOwn(draft.trainerId, choice.trainerId) &&
      isOwn(draft.roomId, roomId);
    plans.set(draft.id, { pattern, until, trainerId: choice.trainerId, roomId, isAsWished });
  }
  return plans;
}

/** What a search that was broken off leaves is a plan, or breaks the rules. */
function isSound(plans: Plans, drafts: SolverDraft[]): boolean {
  const from = new Map(drafts.map((draft) => [draft.id, draft.from]));
  const all = [...plans].map(([id, plan]) => ({ ...plan, from: from.get(id) ?? "" }));
  return all.length > 0 && !all.some((one, at) => all.slice(0, at).some((other) => meets(one, other)));
}

function explain(offered: Offered[], plans: Plans): SolverLine[] {
  return offered.map((one) => {
    const plan = plans.get(one.draft.id) ?? null;
    return { draftId: one.draft.id, plan, why: plan ? "" : whyNot(one) };
  });
}

const daysText = { "week-days": "on weekdays", "week-end": "at weekends", any: "from Monday to Saturday" } as const;

function whyNot({ draft, candidates, reasons }: Offered): string {
  const { course } = draft;
  const hours = hoursText(draft);
  if (reasons.teachers.length === 0) return `Nobody teaches ${course}.`;
  if (!reasons.fitHours) return `Nobody who teaches ${course} is available for ${hours} ${daysText[draft.days]}.`;
  if (!reasons.fitLimit) return `Nobody who teaches ${course} has ${hours} a week left: they teach as much as agreed.`;
  if (!reasons.areFree)
    return `Nobody who teaches ${course} has ${hours} free ${daysText[draft.days]}: they have other classes.`;
  if (!reasons.hasRoom) return `No room is free when somebody can teach ${course}.`;
  const names = [...new Set(candidates.flatMap(({ trainers }) => trainers.map(({ name }) => name)))];
  return `${joinNames(names)} could teach it, but other batches of this plan take all their times${draft.wantsRoom ? ", or all rooms" : ""}.`;
}

function hoursText({ classesAWeek, pattern }: SolverDraft): string {
  const hours = classesAWeek || hoursAWeek(pattern);
  return hours === 1 ? "1 hour" : `${hours} hours`;
}

function joinNames(names: string[]): string {
  const shown = names.slice(0, 3);
  const rest = names.length - shown.length;
  if (rest > 0) return `${shown.join(", ")} and ${rest} more`;
  return shown.length > 1 ? `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}` : (shown[0] ?? "Nobody");
}
