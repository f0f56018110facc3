import { deflateAsync } from "@gfx/zopfli";
import { Zip, ZipPassThrough } from "fflate";

/** From this size on, splitting into blocks saves bytes; trying it takes most of the time. */
const blockSplittingBytes = 20_000;

/** Writes a small zip, with the same bytes for the same files. `day`: a local date, for every file. */
export async function zipFile(files: Readonly<Record<string, Uint8Array>>, day: Date): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  for (const [name, content] of Object.entries(files)) {
    const options = { numiterations: 5, blocksplitting: content.length >= blockSplittingBytes };
    const file = new CompressedFile(name, new Uint8Array(await deflateAsync(content, options)));
    file.mtime = day;
    zip.add(file);
    file.push(content, true);
  }
  zip.end();
  return Buffer.concat(pieces);
}

/** A zip entry with precomputed compressed bytes. */
class CompressedFile extends ZipPassThrough {
  override compression = 8;
  readonly #deflated: Uint8Array<ArrayBuffer>;

  constructor(name: string, deflated: Uint8Array<ArrayBuffer>) {
    super(name);
    this.#deflated = deflated;
  }

  protected override process(_content: Uint8Array, isLast: boolean) {
    this.ondata(null, this.#deflated, isLast);
  }
}
