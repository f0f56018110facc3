import { roundToStep, sumOf } from "../model/arithmetic.ts";

/*
 * Spreadsheet formulas that know their own result. Every function builds the text and computes the value together, so a
 * cell's formula and stored number come from the same call. Uses only functions that every spreadsheet has had for
 * twenty years.
 */

export type Scalar = number | string | boolean;

export interface Formula<Value extends Scalar = Scalar> {
  text: string;
  value: Value;
  /** Operator precedence: 0 comparison, 1 sum, 2 product, 3 anything that needs no parentheses. */
  rank: number;
}
export type Num = Formula<number>;
export type Text = Formula<string>;
export type Truth = Formula<boolean>;

export interface Span<Value extends Scalar = number> {
  text: string;
  values: readonly Value[];
}

const made = <Value extends Scalar>(text: string, value: Value, rank = 3): Formula<Value> => ({ text, value, rank });
const call = <Value extends Scalar>(name: string, parts: readonly { text: string }[], value: Value) =>
  made(`${name}(${parts.map(({ text }) => text).join(",")})`, value);
const within = (part: Formula, rank: number) => (part.rank < rank ? `(${part.text})` : part.text);

export const num = (value: number): Num => made(String(value), value, value < 0 ? 1 : 3);
export const text = (value: string): Text => made(`"${value.replaceAll('"', '""')}"`, value);
const of = (part: Num | number): Num => (typeof part === "number" ? num(part) : part);

export const add = (...parts: (Num | number)[]): Num =>
  made(
    parts.map((part) => within(of(part), 1)).join("+"),
    sumOf(parts, (part) => of(part).value),
    1,
  );
export const sub = (one: Num | number, other: Num | number): Num =>
  made(`${within(of(one), 1)}-${within(of(other), 2)}`, of(one).value - of(other).value, 1);
export const mul = (...parts: (Num | number)[]): Num =>
  made(
    parts.map((part) => within(of(part), 2)).join("*"),
    parts.reduce<number>((product, part) => product * of(part).value, 1),
    2,
  );
export const div = (one: Num | number, other: Num | number): Num =>
  made(`${within(of(one), 2)}/${within(of(other), 3)}`, of(one).value / of(other).value, 2);
export const power = (base: Num | number, exponent: number): Num =>
  made(`${within(of(base), 3)}^${exponent}`, of(base).value ** exponent, 2.5);

const compare = (sign: string, one: Formula, other: Formula, value: boolean): Truth =>
  made(`${within(one, 1)}${sign}${within(other, 1)}`, value, 0);
export const isAbove = (one: Num, other: Num | number) => compare(">", one, of(other), one.value > of(other).value);
export const isBelow = (one: Num, other: number) => compare("<", one, num(other), one.value < other);
export const isAtMost = (one: Num, other: Num) => compare("<=", one, other, one.value <= other.value);
export const equals = (one: Num, other: number) => compare("=", one, num(other), one.value === other);
export const isSame = (one: Num, other: Num) => compare("=", one, other, one.value === other.value);
export const isText = (one: Text, other: string) => compare("=", one, text(other), one.value === other);
export const isFilled = (one: Formula) => compare("<>", one, text(""), one.value !== "");

export const isEmpty = (one: Text) => compare("=", one, text(""), one.value === "");

export const all = (...parts: Truth[]): Truth =>
  call(
    "AND",
    parts,
    parts.every(({ value }) => value),
  );

/** Computes both branches; the one not taken may be NaN. */
export const when = <Value extends Scalar, Other extends Scalar = Value>(
  condition: Truth,
  then: Formula<Value>,
  otherwise: Formula<Other>,
): Formula<Value | Other> =>
  call<Value | Other>("IF", [condition, then, otherwise], condition.value ? then.value : otherwise.value);

export const least = (...parts: (Num | number)[]): Num =>
  call("MIN", parts.map(of), Math.min(...parts.map((part) => of(part).value)));
export const most = (...parts: (Num | number)[]): Num =>
  call("MAX", parts.map(of), Math.max(...parts.map((part) => of(part).value)));
export const maxOf = (span: Span): Num => call("MAX", [span], Math.max(...span.values));
export const sumSpan = (span: Span<number | string>): Num =>
  call(
    "SUM",
    [span],
    sumOf(span.values, (value) => (typeof value === "number" ? value : 0)),
  );
export const sumProduct = (...spans: Span[]): Num =>
  call(
    "SUMPRODUCT",
    spans,
    sumOf(spans[0]!.values.keys(), (index) => spans.reduce((product, { values }) => product * values[index]!, 1)),
  );

/** Sum over cells of (one − other) · factor. */
export const sumOfDifferences = (ones: Span, others: Span, factors: Span): Num =>
  made(
    `SUMPRODUCT(${ones.text}-${others.text},${factors.text})`,
    sumOf(ones.values.keys(), (index) => (ones.values[index]! - others.values[index]!) * factors.values[index]!),
  );

/** The cell at a position counted from 1; NaN outside the span. */
export const at = <Value extends Scalar>(span: Span<Value>, place: Num): Formula<Value> =>
  call("INDEX", [span, place], span.values[place.value - 1] as Value);
/** Position of a value, from 1; NaN if absent. */
export const positionOf = <Value extends Scalar>(wanted: Formula<Value>, span: Span<Value>): Num => {
  const place = span.values.indexOf(wanted.value);
  return call("MATCH", [wanted, span, num(0)], place < 0 ? Number.NaN : place + 1);
};
export const choose = (place: Num, ...parts: (Num | number)[]): Num =>
  call("CHOOSE", [place, ...parts.map(of)], parts.map(of)[place.value - 1]?.value ?? Number.NaN);

export const countExact = (span: Span<string>, wanted: Text): Num =>
  made(
    `SUMPRODUCT(--EXACT(${span.text},${wanted.text}))`,
    span.values.filter((value) => value === wanted.value).length,
  );

/** The first month with a non-negative balance; above 1,000 if there is none. */
export const firstMonthAtLeastZero = (months: Span, balances: Span): Num =>
  made(
    `SUMPRODUCT(MIN(${months.text}+1000*(${balances.text}<0)))`,
    Math.min(...months.values.map((month, index) => month + (balances.values[index]! < 0 ? 1000 : 0))),
  );

export const countSame = (span: Span<number | string>, wanted: Num): Num =>
  call("COUNTIF", [span, wanted], span.values.filter((value) => value === wanted.value).length);

/** Counts the tools of a kind, without complements, that cost more than this one, or as much and are listed before it. */
export const countDearer = (
  kinds: Span<string>,
  costs: Span,
  complements: Span<string>,
  kind: Text,
  cost: Num,
  place: number,
): Num => {
  const isSame = `EXACT(${kinds.text},${kind.text})*(${complements.text}="")`;
  const before = `ROW(${costs.text})<ROW(${cost.text})`;
  const others = costs.values.filter(
    (value, index) =>
      kinds.values[index] === kind.value &&
      complements.values[index] === "" &&
      (value > cost.value || (value === cost.value && index < place)),
  );
  return made(
    `SUMPRODUCT(${isSame}*((${costs.text}>${cost.text})+(${costs.text}=${cost.text})*(${before})))`,
    others.length,
  );
};

export const rounded = (part: Num, digits: number): Num =>
  call("ROUND", [part, num(digits)], Math.round(part.value * 10 ** digits) / 10 ** digits);
/** Rounds to a whole multiple, half up. */
export const toStep = (part: Num, step: Num): Num =>
  mulText(`INT(${within(part, 2)}/${step.text}+0.5)*${step.text}`, roundToStep(part.value, step.value));
const mulText = (formula: string, value: number): Num => made(formula, value, 2);
/** Rounds a non-negative number up. */
export const ceiling = (part: Num): Num => made(`-INT(-(${part.text}))`, Math.ceil(part.value), 1);
export const log2 = (part: Num): Num => call("LOG", [part, num(2)], Math.log2(part.value));
export const ln = (part: Num): Num => call("LN", [part], Math.log(part.value));
export const exp = (part: Num): Num => call("EXP", [part], Math.exp(part.value));
export const root = (part: Num): Num => call("SQRT", [part], Math.sqrt(part.value));
export const normal = (part: Num): Num => call("NORMSDIST", [part], normalDistribution(part.value));

/** The standard normal distribution by Hart's rational approximation, exact to about 14 digits. */
function normalDistribution(z: number): number {
  const size = Math.abs(z);
  if (size > 37) return z > 0 ? 1 : 0;
  const density = Math.exp((-size * size) / 2);
  const tail = size < 7.07106781186547 ? density * rational(size) : density / fraction(size) / 2.506628274631;
  return z > 0 ? 1 - tail : tail;
}

const numerator = [
  3.52624965998911e-2, 0.700383064443688, 6.37396220353165, 33.912866078383, 112.079291497871, 221.213596169931,
  220.206867912376,
];
const denominator = [
  8.83883476483184e-2, 1.75566716318264, 16.064177579207, 86.7807322029461, 296.564248779674, 637.333633378831,
  793.826512519948, 440.413735824752,
];

const polynomial = (coefficients: readonly number[], x: number) =>
  coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);
const rational = (x: number) => polynomial(numerator, x) / polynomial(denominator, x);
const fraction = (x: number) => x + 1 / (x + 2 / (x + 3 / (x + 4 / (x + 0.65))));
