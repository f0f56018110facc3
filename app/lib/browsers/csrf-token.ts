/** Returns 32 random bytes in hex, stored for the tab (session storage key csrf_token); empty if storage is disabled. */
export function csrfToken(): string {
  try {
    const kept = sessionStorage.getItem("csrf_token");
    if (kept) return kept;
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    const token = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    sessionStorage.setItem("csrf_token", token);
    return token;
  } catch {
    return "";
  }
}
