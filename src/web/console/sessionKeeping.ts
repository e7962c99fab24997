const PREFIX = 'reround.session.';

/** Keeps something of an admin's work through a reload of this tab, until the session ends. */
export function keepInSession(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Storage may be forbidden or full; a reload then loses it.
  }
}

/** What was kept under a name, in whatever shape; null where nothing was. */
export function keptInSession(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null');
  } catch {
    return null;
  }
}

/** Leaves nothing of what an admin saw to whoever uses the browser next. */
export function forgetSession(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
    }
  } catch {
    // Where storage is forbidden nothing was kept.
  }
}
