/** Only what is used; the package has no types. */
declare module "html-to-text" {
  export function convert(html: string, options: object): string;
}
