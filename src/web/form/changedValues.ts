type Changed<Values> = {
  [Name in keyof Values]?: undefined extends Values[Name]
    ? Exclude<Values[Name], undefined> | null
    : Values[Name];
};

/**
 * The values that differ from a form's defaults, or null if none does. An emptied field is null. A form sends only these,
 * since its other values may be old and would undo the changes of somebody else.
 */
export function changedValues<Values extends object>(
  values: Values,
  defaults: { [Name in keyof Values]-?: unknown },
): Changed<Values> | null {
  const names = Object.keys(defaults) as (keyof Values)[];
  const changed = names.filter((name) => (values[name] ?? '') !== (defaults[name] ?? ''));
  if (changed.length === 0) return null;
  return Object.fromEntries(changed.map((name) => [name, values[name] ?? null])) as Changed<Values>;
}
