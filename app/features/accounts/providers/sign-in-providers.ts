export const providerNames = { google: "Google", microsoft: "Microsoft" } as const;
export type ProviderId = keyof typeof providerNames;
export const providerIds = Object.keys(providerNames) as [ProviderId, ...ProviderId[]];

export const isProvider = (text: string): text is ProviderId => Object.hasOwn(providerNames, text);
