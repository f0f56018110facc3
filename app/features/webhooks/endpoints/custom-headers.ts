/** Headers set by the delivery, hop-by-hop headers (RFC 9110), and headers that change how a request is parsed. */
const reserved =
  /^(host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|via|date|user-agent|accept-encoding|content-.*|webhook-.*)$/i;
const token = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
const printable = /^[\x20-\x7e]+$/;

export type CustomHeader = { name: string; value: string };

/** Whether every header can be sent: a valid name that is not reserved, printable ASCII, no duplicate names. */
export function areSendable(headers: readonly CustomHeader[]): boolean {
  const names = headers.map(({ name }) => name.toLowerCase());
  return (
    new Set(names).size === names.length &&
    headers.every(
      ({ name, value }) => token.test(name) && !reserved.test(name) && printable.test(value) && value.trim() === value,
    )
  );
}
