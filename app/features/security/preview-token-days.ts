/** How long a preview token is valid unless the operator says otherwise, and at most. */
export const defaultTokenDays = 14;
export const longestTokenDays = 365;
