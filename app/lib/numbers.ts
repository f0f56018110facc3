/* Numbers as text. The locale is fixed, so that server, browser and PDF print the same characters. */

const grouped = new Intl.NumberFormat("en-US");

/** `12500` → `12,500` */
export const formatNumber = (value: number): string => grouped.format(value);

/** `1 task`, `1,200 tasks`, `2 people` */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;
