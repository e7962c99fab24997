import { newIdempotencyKey } from '#web/api/idempotencyKey.ts';

/** What is kept of a form. */
interface KeptDraft {
  values: Record<string, unknown>;
  lastTry: { sent: string; key: string } | null;
}

export interface DraftStore {
  /** The draft as it was when first asked for, of the last seven days. */
  read: () => KeptDraft | null;
  /** Keeps what is typed; without any values nothing is kept. */
  keepValues: (values: KeptDraft['values']) => void;
  /** Drops what is kept; what is typed afterwards is kept again. */
  drop: () => void;
  /** To call at success: nothing is kept any more, and nothing will be. */
  forget: () => void;
  /** The idempotency key to send a body with: another for another body, the same for a retry even after a reload. */
  keyFor: (body: unknown) => string;
}

/** A name and an address should not wait for good on a computer that others use. */
const KEPT_MILLISECONDS = 7 * 24 * 60 * 60 * 1000;

const nothing: KeptDraft = { values: {}, lastTry: null };

/** What is kept of one form in this browser, until it is sent. */
export function openDraft(storageKey: string): DraftStore {
  let found: KeptDraft | null | undefined;
  let kept = nothing;
  let isForgotten = false;

  function keep(next: KeptDraft): void {
    const wasNothing = isEmpty(kept);
    kept = next;
    if (!isForgotten && !isEmpty(next)) write(storageKey, next);
    // Not for nothing: on a slow phone the first use of the storage takes its time.
    else if (!wasNothing) remove(storageKey);
  }

  return {
    read: () => {
      if (found === undefined) {
        found = read(storageKey);
        kept = found ?? nothing;
      }
      return found;
    },
    keepValues: (values) => keep({ ...kept, values }),
    drop: () => keep(nothing),
    forget: () => {
      isForgotten = true;
      keep(nothing);
    },
    keyFor: (body) => {
      const sent = JSON.stringify(body);
      const { values, lastTry } = kept;
      if (lastTry?.sent === sent) return lastTry.key;
      const key = newIdempotencyKey();
      keep({ values, lastTry: { sent, key } });
      return key;
    },
  };
}

function isEmpty({ values }: KeptDraft): boolean {
  return Object.keys(values).length === 0;
}

// Storage may be forbidden or full, and holds whatever an earlier version of this site wrote.

function read(storageKey: string): KeptDraft | null {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '') as KeptDraft & { keptAt: number };
    const { keptAt, values, lastTry } = stored;
    if (Date.now() - keptAt < KEPT_MILLISECONDS && Object.keys(values).length > 0) return { values, lastTry };
    remove(storageKey);
    return null;
  } catch {
    return null;
  }
}

function write(storageKey: string, kept: KeptDraft): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ keptAt: Date.now(), ...kept }));
  } catch {
    // The form works all the same; a reload then empties it.
  }
}

function remove(storageKey: string): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Where nothing can be removed nothing was kept.
  }
}
