import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The part of `pg_controldata DIRECTORY` that Patroni reads, for PostgreSQL 18 on machines with 64-bit little-endian words. The
 * embedded PostgreSQL brings only initdb, pg_ctl and postgres; another version's program refuses this file.
 */
const file = readFileSync(join(process.argv.at(-1)!, "global", "pg_control"));
const number = (at: number) => file.readUInt32LE(at);
const lsn = (at: number) =>
  `${number(at + 4)
    .toString(16)
    .toUpperCase()}/${number(at).toString(16).toUpperCase()}`;

const states = [
  "starting up",
  "shut down",
  "shut down in recovery",
  "shutting down",
  "in crash recovery",
  "in archive recovery",
  "in production",
];

if (number(8) !== 1800 || file.readDoubleLE(208) !== 1_234_567) {
  process.stderr.write("global/pg_control is not of PostgreSQL 18\n");
  process.exit(1);
}
const lines = {
  "pg_control version number": number(8),
  "Catalog version number": number(12),
  "Database system identifier": file.readBigUInt64LE(0),
  "Database cluster state": states[number(16)],
  "Latest checkpoint location": lsn(32),
  "Latest checkpoint's REDO location": lsn(40),
  "Latest checkpoint's TimeLineID": number(48),
  "Latest checkpoint's PrevTimeLineID": number(52),
  "Minimum recovery ending location": lsn(136),
  "Min recovery ending loc's timeline": number(144),
  "Backup start location": lsn(152),
  "Backup end location": lsn(160),
  "End-of-backup record required": file[168] ? "yes" : "no",
  "wal_level setting": ["minimal", "replica", "logical"][number(172)],
  "wal_log_hints setting": file[176] ? "on" : "off",
  "max_connections setting": number(180),
  "max_worker_processes setting": number(184),
  "max_wal_senders setting": number(188),
  "max_prepared_xacts setting": number(192),
  "max_locks_per_xact setting": number(196),
  "Data page checksum version": number(252),
};
for (const [name, value] of Object.entries(lines)) process.stdout.write(`${name}: ${value}\n`);
