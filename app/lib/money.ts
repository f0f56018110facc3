/* US dollars as text. The locale is fixed, so that server, browser and PDF print the same characters. */

const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const cents = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `70263.95` → `$70,264`, `-4326.74` → `−$4,327` */
export const wholeUsd = (usd: number): string => written(usd, whole);

/** `499` → `$499.00` */
export const exactUsd = (usd: number): string => written(usd, cents);

/** Prints cents only below 1,000 and if not zero: `70263.95` → `$70,264`, `83` → `$83`, `83.5` → `$83.50` */
export function formatUsd(usd: number): string {
  const magnitude = Math.abs(usd);
  const hasCents = magnitude < 999.5 && cents.format(magnitude) !== cents.format(Math.trunc(magnitude));
  return hasCents ? exactUsd(usd) : wholeUsd(usd);
}

/** No minus sign if the value rounds to zero. */
function written(usd: number, format: Intl.NumberFormat): string {
  const text = format.format(Math.abs(usd));
  return `${usd < 0 && /[1-9]/.test(text) ? "−" : ""}$${text}`;
}
