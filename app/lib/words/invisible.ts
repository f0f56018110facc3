/**
 * Whether a text has no visible character: only spaces, controls, joiners, direction marks, Hangul fillers and the like. They
 * are invisible only among themselves: between letters joiners and marks belong to the spelling.
 */
export const isInvisible = (text: string): boolean =>
  /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]*$/u.test(text);
