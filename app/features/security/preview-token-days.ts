export const defaultTokenDays = 14;
export const longestTokenDays = 365;
