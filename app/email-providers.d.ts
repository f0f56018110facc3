/** Typed only as a list of domains; the package has no types. */
declare module "email-providers" {
  const domains: readonly string[];
  export default domains;
}
