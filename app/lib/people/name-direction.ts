/** A letter of a script that is written from right to left. */
export const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thaana}\p{Script=Syriac}\p{Script=Nko}]/u;

/**
 * A name as it stands before figures in an English line: `${beforeFigures(company)}, 45 people`. Without a mark on both sides, the figures
 * after a Hebrew or Arabic name are drawn before it.
 */
export const beforeFigures = (name: string): string => (rightToLeft.test(name) ? `\u200e${name}\u200e` : name);
