import { createSocket, type RemoteInfo } from "node:dgram";
import dns from "node:dns";

const typeText = 16;
const responds = 0x8180;
const failures = { absent: 3, broken: 2 };

/**
 * A DNS server for TXT records (RFC 1035), which this process asks instead of the system's. `records` by name; other names do not
 * exist, and with `isBroken` the server fails.
 */
export async function startNameServer() {
  const records = new Map<string, string[]>();
  const state = { isBroken: false };
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }: RemoteInfo) =>
    socket.send(answer(query, records, state), port, address),
  );
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  const before = dns.getServers();
  dns.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    records,
    state,
    stop: () => {
      dns.setServers(before);
      return new Promise<void>((resolve) => socket.close(() => resolve()));
    },
  };
}

function answer(query: Buffer, records: ReadonlyMap<string, string[]>, { isBroken }: { isBroken: boolean }): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString());
    at += length + 1;
  }
  const question = query.subarray(12, at + 5);
  const found = query.readUInt16BE(at + 1) === typeText ? (records.get(labels.join(".").toLowerCase()) ?? []) : [];
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  const code = isBroken ? failures.broken : found.length > 0 ? 0 : failures.absent;
  header.writeUInt16BE(responds | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(found.length, 6);
  const rows = isBroken
    ? []
    : found.map((text) => {
        const value = Buffer.from(text);
        const row = Buffer.from([0xc0, 12, 0, typeText, 0, 1, 0, 0, 0, 60, 0, value.length + 1, value.length]);
        return Buffer.concat([row, value]);
      });
  if (isBroken) header.writeUInt16BE(0, 6);
  return Buffer.concat([header, question, ...rows]);
}
