/** The line breaking rules of Unicode (UAX #14); the package has no types. */
declare module "linebreak" {
  export default class LineBreaker {
    constructor(text: string);
    /** The next place where a line may or must end; null at the end. */
    nextBreak(): { position: number; required: boolean } | null;
  }
}
