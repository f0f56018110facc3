/**
 * Returns a regular expression, for JavaScript and PostgreSQL, that finds a lower-case email address as a whole in lower-case
 * text: `ana@firm.example` is not found in `dana@firm.example` or `ana@firm.example.org`. It is found in file names.
 */
export function addressPattern(address: string): string {
  const literal = address.replace(/[^a-z0-9@]/g, "\\$&");
  return `(^|[^a-z0-9.+])${literal}($|[^a-z0-9.]|\\.($|[^a-z0-9])|\\.(csv|tsv|txt)($|[^a-z0-9]))`;
}
