/** Joins the class names that apply; what is false, null or undefined drops out. */
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
