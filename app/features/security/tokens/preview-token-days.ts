export const defaultTokenDays = 14;
export const maxTokenDays = 365;
