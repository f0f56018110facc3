/** Returns an object with a value for each key. */
export const recordOf = <Key extends string, Value>(
  keys: readonly Key[],
  of: (key: Key) => Value,
): Record<Key, Value> => Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<Key, Value>;

/** Returns the listed properties of an object. */
export const pick = <Whole, Key extends keyof Whole & string>(
  whole: Whole,
  keys: readonly Key[],
): Pick<Whole, NoInfer<Key>> => recordOf(keys, (key) => whole[key]) as Pick<Whole, Key>;
