/** The number in a part of the query that opens something over whatever screen is open, or null. */
export function overlayIn(searchParams: URLSearchParams, parameter: string): number | null {
  const text = searchParams.get(parameter);
  return text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}

/** A query with something more lying over its screen. What was opened last stands last, and lies on top. */
export function withOverlay(search: string, parameter: string, id: number): { search: string } {
  const parts = new URLSearchParams(search);
  parts.delete(parameter);
  parts.append(parameter, String(id));
  return { search: `?${parts.toString()}` };
}
