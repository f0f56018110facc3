/* US dollars as text. The locale is fixed, so that server, browser and PDF print the same characters. */
import { formatDecimals, minusOf } from "./numbers.ts";

/** `70263.95` → `$70,264`, `-4326.74` → `−$4,327` */
export const wholeUsd = (usd: number): string => written(usd, 0);

/** `499` → `$499.00` */
export const exactUsd = (usd: number): string => written(usd, 2);

/** Prints cents only below 1,000 and if not zero: `70263.95` → `$70,264`, `83` → `$83`, `83.5` → `$83.50` */
export function formatUsd(usd: number): string {
  const magnitude = Math.abs(usd);
  const hasCents = magnitude < 999.5 && formatDecimals(magnitude, 2) !== formatDecimals(Math.trunc(magnitude), 2);
  return hasCents ? exactUsd(usd) : wholeUsd(usd);
}

/** `23175` → `$23.2K`, `1250000` → `$1.3M`. No minus sign if the value rounds to zero. */
export function shortUsd(usd: number): string {
  const size = Math.abs(usd);
  const text =
    size < 999.5
      ? trimmed(size, 0)
      : size < 999_500
        ? `${trimmed(size / 1000, size < 99_950 ? 1 : 0)}K`
        : `${trimmed(size / 1e6, 1)}M`;
  return `${minusOf(usd, text)}$${text}`;
}

const trimmed = (value: number, decimals: number) => value.toFixed(decimals).replace(/\.0$/, "");

function written(usd: number, decimals: 0 | 2): string {
  const text = formatDecimals(Math.abs(usd), decimals);
  return `${minusOf(usd, text)}$${text}`;
}

/**
 * `minorUnits(30_000, "jpy")` is "JPY 30,000", `minorUnits(49_900, "usd")` "$499.00". `amount`: in Stripe's smallest unit, which is a
 * hundredth also of some currencies for which `Intl` has no decimal places, such as the forint.
 */
export function minorUnits(amount: number, currency: string): string {
  if (currency === "usd") return exactUsd(amount / 100);
  if (wholeCurrencies.has(currency)) return `${currency.toUpperCase()} ${formatDecimals(amount, 0)}`;
  return `${currency.toUpperCase()} ${formatDecimals(amount / (thousandthCurrencies.has(currency) ? 1000 : 100), 2)}`;
}

const wholeCurrencies = new Set("bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" "));
const thousandthCurrencies = new Set("bhd jod kwd omr tnd".split(" "));
