import { AsyncLocalStorage } from "node:async_hooks";
import { acceptsDecimalComma } from "#app/lib/browsers/accepted-language.ts";
import { readDecimalCommaFrom } from "#app/lib/forms/typed-number.ts";

const reader = new AsyncLocalStorage<true>();
readDecimalCommaFrom(() => reader.getStore() ?? false);

/** Runs `work` for the sender of this Accept-Language header, so that it reads typed numbers as their browser does (lib/forms/typed-number.ts). */
export const forReader = <Value>(acceptLanguage: string | undefined, work: () => Value): Value =>
  acceptsDecimalComma(acceptLanguage ?? null) ? reader.run(true, work) : work();
