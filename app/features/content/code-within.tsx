import { createContext, type ReactNode, useContext } from "react";

const Within = createContext<string | null>(null);

/** Provides how long an access code takes (promises.ts), which the firm can set. */
export const CodeWithinProvider = ({ value, children }: { value: string; children: ReactNode }) => (
  <Within value={value}>{children}</Within>
);

/** `4 to 7 business days`. Throws in islands, which are hydrated outside the page's tree and get it as a prop. */
export function useCodeWithin(): string {
  const within = useContext(Within);
  if (within === null) throw new Error("useCodeWithin needs a CodeWithinProvider");
  return within;
}

export const CodeWithin = () => useCodeWithin();
