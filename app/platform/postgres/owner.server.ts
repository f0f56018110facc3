import { chownSync, existsSync, lchownSync, lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { RunAs } from "./command.server.ts";
import { EmbeddedFailure } from "./failure.server.ts";
import type { Layout } from "./layout.server.ts";

/**
 * Chooses the user that runs PostgreSQL, which refuses root. An ordinary user runs it as themselves. Root runs it as
 * the owner of the data, and as `postgres` or `nobody` if there is no data yet. Throws `not_owner` or `no_user`.
 */
export function chooseUser(layout: Layout): RunAs {
  const me = process.geteuid?.();
  if (me === undefined) return null;
  if (me !== 0) {
    const other = [layout.home, layout.cluster].find((path) => existsSync(path) && statSync(path).uid !== me);
    if (other)
      throw new EmbeddedFailure(
        "not_owner",
        `${other} belongs to user number ${statSync(other).uid}, and this process runs as ${me}. Start it as that user, or as root.`,
      );
    return null;
  }
  const owner = existsSync(layout.cluster) ? statSync(layout.cluster) : null;
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, name: `user number ${owner.uid}` };
  return ordinaryUser(readFileSync("/etc/passwd", "utf8"));
}

/** Finds `postgres`, otherwise `nobody`, among the lines of /etc/passwd. Throws `no_user`. */
export function ordinaryUser(passwd: string): NonNullable<RunAs> {
  const users = passwd.split("\n").map((line) => line.split(":"));
  for (const name of ["postgres", "nobody"]) {
    const [, , uid, gid] = users.find(([user]) => user === name) ?? [];
    if (uid && gid && uid !== "0") return { uid: Number(uid), gid: Number(gid), name };
  }
  throw new EmbeddedFailure(
    "no_user",
    "PostgreSQL refuses to run as root, and this machine has neither a user postgres nor a user nobody. Start as an ordinary user, or set DATABASE_URL.",
  );
}

/** Gives data that root owns to the user who runs PostgreSQL. Throws `no_user` if that is not allowed. */
export function giveOwnership(path: string, runAs: RunAs) {
  if (!runAs || lstatSync(path).uid !== 0) return;
  try {
    chownTree(path, runAs.uid, runAs.gid);
  } catch (error) {
    throw new EmbeddedFailure(
      "no_user",
      `PostgreSQL refuses to run as root, and ${path} cannot be given to the user ${runAs.name}: ${(error as Error).message}. Start as an ordinary user, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

/** Contents first, so that the new owner cannot interfere while root still walks the tree. */
export function chownTree(path: string, uid: number, gid: number) {
  if (!lstatSync(path).isDirectory()) return lchownSync(path, uid, gid);
  for (const name of readdirSync(path)) chownTree(join(path, name), uid, gid);
  chownSync(path, uid, gid);
}
