import { normalPath } from "#app/lib/addresses/normal-path.ts";

/** The result for a request target (RFC 9112 §3.2): in normal form, another form of a path, or unreadable. */
type Target = { kind: "normal" } | { kind: "other-form"; normal: string } | { kind: "unreadable" };

const unreadable: Target = { kind: "unreadable" };

/**
 * Classifies a target before other steps use it, so that every guard and redirect sees the same path. `target` is as received;
 * `host` is the Host header. The normal form has one slash between segments, no dot segments and no encoded letters or digits.
 * Bad percent-encoding, control characters, backslashes, `*` and an absolute URL of another host are unreadable.
 *
 * @example judgeTarget("//account?tab=email", "gtmarc.example") // { kind: "other-form", normal: "/account?tab=email" }
 */
export function judgeTarget(target: string, host: string | undefined): Target {
  const [, authority, rest = ""] = /^(?:https?:\/\/([^/?#\\]*))?(.*)$/is.exec(target) ?? [];
  if (authority !== undefined && authority.toLowerCase() !== host?.toLowerCase()) return unreadable;
  const query = rest.indexOf("?");
  const path = query === -1 ? rest : rest.slice(0, query);
  const search = query === -1 ? "" : rest.slice(query);
  if (authority === undefined ? !path.startsWith("/") : path !== "" && !path.startsWith("/")) return unreadable;
  if (!isReadablePath(path) || /%00|\0/.test(search)) return unreadable;
  const normal = normalPath(path);
  return normal === path || (authority !== undefined && path === "")
    ? { kind: "normal" }
    : { kind: "other-form", normal: normal + search };
}

function isReadablePath(path: string): boolean {
  if (path.includes("\\")) return false;
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}
