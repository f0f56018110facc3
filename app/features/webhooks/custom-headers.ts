/** Set by the delivery, or for one connection only (RFC 9110), or able to change how the request is read. */
const reserved =
  /^(host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|via|date|user-agent|accept-encoding|content-.*|webhook-.*)$/i;
const token = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
const printable = /^[\x20-\x7e]+$/;

export type CustomHeader = { name: string; value: string };

/** Whether every header can be sent: a valid name that is not reserved, printable ASCII, no name twice. */
export function areSendable(headers: readonly CustomHeader[]): boolean {
  const names = headers.map(({ name }) => name.toLowerCase());
  return (
    new Set(names).size === names.length &&
    headers.every(
      ({ name, value }) => token.test(name) && !reserved.test(name) && printable.test(value) && value.trim() === value,
    )
  );
}
