import { z } from "zod";
import { limitKey } from "#app/features/security/requests/client-address.server.ts";
import { countUse } from "#app/features/security/requests/limits.server.ts";
import { processFields } from "#app/features/wizard/answers/process-text.ts";
import { type ColleagueAnswers, saveColleagueAnswers } from "#app/features/wizard/colleagues/answers.server.ts";
import { jsonIn } from "#app/lib/formats/json-in.ts";
import { cut, text } from "#app/lib/text.ts";
import { newEndpoints } from "../api/endpoint.server.ts";

/**
 * Fields of the forms; `shown` and `seen` are JSON. Costs and categories of tools are sent as `cost:ID` and `category:ID`.
 * Browsers do not send unchecked boxes, so `asks_overlap` lists the tools that have the box `complement`.
 */
const line = text({ max: 300, shape: "verbatim" });
const id = text({ max: 80, shape: "verbatim" });
const processTexts = z.object(
  Object.fromEntries(processFields.map((field) => [field, line])) as Record<
    (typeof processFields)[number],
    typeof line
  >,
);
const ids = z.array(id).max(200);
const shownTools = z.array(z.object({ id, cost: line, category: line, overlaps: z.enum(["", "no"]) })).max(200);
const seenValues = z.record(line, line.nullable());

type Fields = Record<string, string>;

/**
 * `POST /blueprint/help/{token}`: the plain forms of the page for colleagues; they work without scripts. GET changes nothing.
 * Cross-site posts are refused (server/app.ts).
 */
export const colleagueForms = newEndpoints();
colleagueForms.post("/blueprint/help/:token", async (c) => {
  const ctx = c.get("ctx");
  const token = c.req.param("token");
  const back = (notice: string) => c.redirect(`/blueprint/help/${encodeURIComponent(token)}?notice=${notice}`, 303);
  const limit = await countUse(ctx, "colleague-save", limitKey(c.get("address")));
  if (!limit.allowed) return back("too-many");
  const form = await c.req.parseBody({ all: true }).catch(() => ({}) as Record<string, never>);
  const sent = answersIn(form);
  if (!sent) return back("unreadable");
  const saved = await saveColleagueAnswers(ctx, token, sent);
  if (saved.ok) return back(saved.value.held ? "partly" : "saved");
  // The page says why a link does not work.
  return back(saved.reason.kind === "too_many_tools" ? "too-many-tools" : "not-saved");
});

/** Parses the answers of a form; null if it does not come from the page. */
function answersIn(form: Record<string, unknown>): ColleagueAnswers | null {
  const fields: Fields = Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
  switch (fields["part"]) {
    case "process":
      return processIn(fields);
    case "stack":
      return stackIn(fields, (name) => [form[name] ?? []].flat());
    case "settle":
      return settlementIn(fields);
    default:
      return null;
  }
}

function processIn(fields: Fields): ColleagueAnswers | null {
  const shown = processTexts.safeParse(jsonIn(fields["shown"] ?? ""));
  const typed = processTexts.safeParse(fields);
  if (!shown.success || !typed.success) return null;
  const confirmsHours = fields["confirms_hours"] === "yes";
  return { kind: "process", answers: { shown: shown.data, typed: typed.data, confirmsHours } };
}

function stackIn(fields: Fields, all: (name: string) => unknown[]): ColleagueAnswers | null {
  const shown = shownTools.safeParse(jsonIn(fields["shown"] ?? ""));
  const own = z.object({ name: text({ max: 80 }), cost: line, category: line }).safeParse({
    name: fields["own_name"] ?? "",
    cost: fields["own_cost"] ?? "",
    category: fields["own_category"] ?? "",
  });
  const lists = z.array(ids).safeParse(["tool", "asks_overlap", "complement"].map(all));
  if (!shown.success || !lists.success || !own.success) return null;
  const [chosen, asked, complements] = lists.data as [string[], string[], string[]];
  const ticked = [...new Set(chosen)].map((tool) => ({
    id: tool,
    cost: costOf(fields[`cost:${tool}`]),
    category: fields[`category:${tool}`] ?? null,
    overlaps: asked.includes(tool) ? (complements.includes(tool) ? ("no" as const) : ("" as const)) : null,
  }));
  return { kind: "stack", answers: { shown: shown.data, ticked, own: own.data } };
}

const costOf = (typed: string | undefined) => (typed === undefined ? null : cut(typed, 300));

function settlementIn(fields: Fields): ColleagueAnswers | null {
  const seen = seenValues.safeParse(jsonIn(fields["seen"] ?? ""));
  const { keep } = fields;
  if (!seen.success || (keep !== "mine" && keep !== "theirs")) return null;
  return { kind: "settle", keep, seen: seen.data };
}
