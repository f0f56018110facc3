/*
 * Reads ClickHouse's format Native: blocks of columns, each with its values one after the other, little-endian. Queries cast their columns
 * to the types below. https://clickhouse.com/docs/interfaces/formats/Native
 */

export type NativeColumn =
  | { type: "Int32"; values: Int32Array }
  | { type: "Float32"; values: Float32Array }
  | { type: "Float64"; values: Float64Array }
  | { type: "String"; values: string[] }
  /** `ends`: the number of ids up to and including this row. */
  | { type: "Array(Int32)"; ends: Int32Array; ids: Int32Array };

export type NativeColumns = ReadonlyMap<string, NativeColumn>;

const arrays = { Int32: Int32Array, Float32: Float32Array, Float64: Float64Array } as const;

/** Parses a whole result. Throws on a type that is not listed above. */
export function readNative(bytes: Uint8Array): NativeColumns {
  const reader = new Reader(bytes);
  const blocks = new Map<string, NativeColumn[]>();
  while (!reader.isAtEnd) {
    const columns = reader.number();
    const rows = reader.number();
    for (let n = 0; n < columns; n++) {
      const name = reader.text();
      const column = reader.column(reader.text(), rows);
      blocks.set(name, [...(blocks.get(name) ?? []), column]);
    }
  }
  return new Map([...blocks].map(([name, parts]) => [name, parts.length === 1 ? parts[0]! : joined(parts)]));
}

class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.byteLength;
  }

  /** LEB128. */
  number(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#view.getUint8(this.#at++);
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  text(): string {
    const length = this.number();
    return Buffer.from(this.#part(length)).toString();
  }

  column(type: string, rows: number): NativeColumn {
    if (type === "Int32") return { type, values: this.#numbers(Int32Array, rows) };
    if (type === "Float32") return { type, values: this.#numbers(Float32Array, rows) };
    if (type === "Float64") return { type, values: this.#numbers(Float64Array, rows) };
    if (type === "String") return { type, values: Array.from({ length: rows }, () => this.text()) };
    if (type !== "Array(Int32)") throw new Error(`Unexpected column type ${type}`);
    const ends = Int32Array.from(this.#numbers(BigUint64Array, rows), Number);
    return { type, ends, ids: this.#numbers(Int32Array, ends.at(-1) ?? 0) };
  }

  #numbers<Values>(type: { new (bytes: ArrayBuffer): Values; BYTES_PER_ELEMENT: number }, count: number): Values {
    // A copy, because typed arrays need aligned offsets.
    return new type(new Uint8Array(this.#part(count * type.BYTES_PER_ELEMENT)).buffer);
  }

  #part(length: number): Uint8Array {
    const part = this.#bytes.subarray(this.#at, this.#at + length);
    if (part.byteLength < length) throw new Error("The result is incomplete");
    this.#at += length;
    return part;
  }
}

function joined(parts: readonly NativeColumn[]): NativeColumn {
  const [first] = parts;
  if (first!.type === "String") {
    const values = (parts as Extract<NativeColumn, { type: "String" }>[]).flatMap((part) => part.values);
    return { type: "String", values };
  }
  if (first!.type === "Array(Int32)") {
    const lists = parts as Extract<NativeColumn, { type: "Array(Int32)" }>[];
    let before = 0;
    const ends = lists.map((part) => {
      const shifted = part.ends.map((end) => end + before);
      before += part.ids.length;
      return shifted;
    });
    return {
      type: "Array(Int32)",
      ends: concat(Int32Array, ends),
      ids: concat(
        Int32Array,
        lists.map(({ ids }) => ids),
      ),
    };
  }
  const { type } = first as Extract<NativeColumn, { values: Int32Array | Float32Array | Float64Array }>;
  const values = parts.map((part) => (part as { values: Int32Array }).values);
  return { type, values: concat(arrays[type] as typeof Int32Array, values) } as NativeColumn;
}

function concat<Values extends { length: number; set(values: Values, offset: number): void }>(
  type: { new (length: number): Values },
  parts: readonly Values[],
): Values {
  const whole = new type(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
