/**
 * Which rows left a page of a list because they were decided, by oneself or by a colleague. Where others came in, some may
 * have moved to the next page or the one before instead: those are not among them.
 */
export function decidedRows(
  before: readonly number[],
  now: readonly number[],
  isFirstPage: boolean,
): number[] {
  const wasThere = (id: number) => before.includes(id);
  const stays = (id: number) => now.includes(id);
  const lastStaying = now.findLastIndex(wasThere);
  const camePast = lastStaying < now.length - 1;
  const cameBefore = now.slice(0, Math.max(lastStaying, 0)).some((id) => !wasThere(id));
  const from = camePast && !isFirstPage ? before.findIndex(stays) : 0;
  const to = cameBefore ? before.findLastIndex(stays) : before.length;
  return from === -1 ? [] : before.slice(from, to).filter((id) => !stays(id));
}
