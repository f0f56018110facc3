import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { searchFold } from "#app/lib/search/search-fold.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { containsWords } from "./search.server.ts";

const { db } = useDatabase();

const batch = 2000;
/** Everything assigned up to the supplementary ideographs, except surrogates and U+0000. */
const characters = Array.from({ length: 0x1ffff }, (_, index) => String.fromCodePoint(index + 1)).filter((sign) =>
  /[^\p{Cs}\p{Cn}]/u.test(sign),
);

async function foldOf(texts: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ folded: string }>(sql`
    select search_fold(text) as folded
    from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) with ordinality as t(text, place) order by place`);
  return rows.map(({ folded }) => folded);
}

/** Letters with case or accents that Unicode added after version 14, which the oldest supported PostgreSQL has. */
const isNew = (sign: string) => /[\ua7cb-\ua7f1\u{10000}-\u{1ffff}]/u.test(sign);

test("PostgreSQL folds every character as JavaScript does, except letters newer than its Unicode version", async () => {
  const different: string[] = [];
  for (let at = 0; at < characters.length; at += batch) {
    const some = characters.slice(at, at + batch);
    const folded = await foldOf(some);
    different.push(...some.filter((sign, index) => folded[index] !== searchFold(sign) && !isNew(sign)));
  }
  expect(different.map((sign) => `${sign} ${sign.codePointAt(0)!.toString(16)}`)).toEqual([]);
});

test("both fold names alike", async () => {
  const names = [
    "Łódź O’Brien",
    "MU\u0308LLER & Söhne",
    "İstanbul",
    "ΣΊΣΥΦΟΣ",
    "Đặng",
    "STRAẞE",
    "مُحَمَّد",
    "한국어 がぎ",
    "x@y.z",
    "",
  ];
  expect(await foldOf(names)).toEqual(names.map(searchFold));
});

test("one or two letters are found at the start of a word, and in scripts without spaces anywhere", async () => {
  const isFound = async (typed: string, text: string) => {
    const where = containsWords(sql`search_fold(${text}::text)`, [typed]);
    const { rows } = await db.execute<{ found: boolean }>(sql`select ${where} as found`);
    return rows[0]!.found;
  };
  for (const [typed, text] of [
    ["山田", "株式会社山田製作所"],
    ["太郎", "tanaka@firm.example 田中太郎"],
    ["수", "김철수"],
    ["ชาย", "สมชาย ใจดี"],
    ["ใจ", "นายใจดี"],
    ["li", "Anna Li"],
  ])
    expect(await isFound(typed!, text!), typed).toBe(true);
  expect(await isFound("li", "Alina")).toBe(false);
  expect(await isFound("ли", "Алина")).toBe(false);
});

test("capitals fold in a database with locale C as well", async () => {
  const { rows } = await db.execute<{ folded: string }>(sql`
    select search_fold('ΟΔΥΣΣΕΥΣ ИВАНОВ ŁÓDŹ ÆGIR Ђорђе' collate "C") as folded`);
  expect(rows[0]?.folded).toBe(searchFold("ΟΔΥΣΣΕΥΣ ИВАНОВ ŁÓDŹ ÆGIR Ђорђе"));
});
