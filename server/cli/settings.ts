import { listPeople } from "#app/features/accounts/profile/people.server.ts";
import { settingTests } from "#app/features/operations/setting-tests.server.ts";
import {
  changeSettings,
  listSettings,
  type SettingEntry,
  settingSentence,
  undoSetting,
} from "#app/features/settings/settings.server.ts";
import { cut } from "#app/lib/words/cut.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { definitionOf, variableOf } from "#app/platform/settings/definitions.server.ts";
import { done, failure, Misuse, type Outcome } from "./terminal/output.ts";
import { lineFromInput, textFromInput } from "./terminal/questions.ts";
import { atWork, type Workplace } from "./workplace.ts";

const unknown = (name: string) =>
  failure("not_found", `There is no setting ${name}. \`settings list\` names them all.`);

async function entries(ctx: Ctx): Promise<SettingEntry[]> {
  const listed = await listSettings(ctx);
  if (!listed.ok) throw new Error("The command line is not allowed to list settings.");
  return listed.value;
}

export const list = (): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    const settings = await entries(ctx);
    const people = await listPeople(ctx, [...new Set(settings.flatMap((one) => one.changedByUserId ?? []))]);
    const emails = new Map(people.map(({ userId, email }) => [userId, email]));
    const data = settings.map(
      ({ name, value, source, secret, changedByKind, changedByUserId, changedAt, problem }) => ({
        ...{ name, value, source, secret },
        changedBy: changedByKind && (emails.get(changedByUserId ?? "") ?? changedByKind.replace("_", " ")),
        changedAt,
        ...(problem && { problem }),
      }),
    );
    const lines = data.map(
      ({ name, value, source, problem }) =>
        `${name.padEnd(32)} ${source.padEnd(11)} ${inOneLine(value) ?? "-"}${problem ? `  (${problem})` : ""}`,
    );
    return { data, lines };
  });

export const get = (name: string): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    const found = (await entries(ctx)).find((one) => one.name === name);
    if (!found) return unknown(name);
    const { value, source, secret } = found;
    return done({ name, value, source, secret }, value ?? "");
  });

/** A document is all of the input, other values are its first line. */
const readInput = (name: string): Promise<string> => {
  const variable = variableOf(name);
  return variable && definitionOf(variable).kind === "document" ? textFromInput() : lineFromInput();
};

/** In lists of several settings, the beginning of a document. */
const inOneLine = (value: string | null): string | null =>
  value?.includes("\n") ? `${cut(value.slice(0, value.indexOf("\n")), 60)} …` : value;

export async function set(
  name: string,
  value: string | undefined,
  more: string[],
  { stdin }: { stdin?: boolean },
): Promise<Outcome> {
  if (stdin ? value !== undefined : value === undefined) throw new Misuse("Give either a value or --stdin.");
  if (more.length % 2 > 0) throw new Misuse(`${more.at(-1)} has no value.`);
  const first = { name, value: stdin ? await readInput(name) : (value ?? "") };
  const others = more.flatMap((other, place) => (place % 2 === 0 ? [{ name: other, value: more[place + 1]! }] : []));
  const changes = [first, ...others];
  return atWork(async ({ ctx }) =>
    outcomeOf(await changeSettings(ctx, { changes, tests: settingTests }), {
      ctx,
      names: changes.map((one) => one.name),
    }),
  );
}

export const undo = (name: string): Promise<Outcome> =>
  atWork(async ({ ctx }) =>
    outcomeOf(await undoSetting(ctx, { name, tests: settingTests }), { ctx, names: [name], isUndo: true }),
  );

type Kept = Awaited<ReturnType<typeof changeSettings>>;

async function outcomeOf(
  kept: Kept,
  { ctx, names, isUndo = false }: { ctx: Workplace["ctx"]; names: string[]; isUndo?: boolean },
): Promise<Outcome> {
  const settings = await entries(ctx);
  const asked = names.map((name) => settings.find((one) => one.name === name));
  if (kept.ok) {
    const lines = asked.map(
      (one) => `${one!.name} is ${one!.secret ? "set" : (inOneLine(one!.value) ?? "empty")} (${one!.source}).`,
    );
    return done({ changed: kept.value.changed }, ...lines);
  }
  switch (kept.reason.kind) {
    case "not_found": {
      const missing = names.find((_, place) => !asked[place]);
      return missing || !isUndo ? unknown(missing ?? "") : failure("not_found", `${names[0]} was never changed.`);
    }
    case "invalid": {
      const [[name, problem] = ["", ""]] = Object.entries(kept.reason.fields);
      return failure("invalid", settingSentence(name, problem));
    }
    default:
      return failure(kept.reason.kind, "The setting was not changed.");
  }
}
