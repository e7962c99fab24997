// The colours of mails. Mail programs know neither custom properties nor oklch, so the tokens of `src/web/look.css` are
// written out here; a test compares them.

/** A token by day and by night. */
interface Color {
  light: string;
  dark: string;
}

export const mailColors = {
  sunk: { light: '#f3f0e4', dark: '#09100c' },
  raised: { light: '#ffffff', dark: '#17211b' },
  ink: { light: '#12241a', dark: '#f0eee7' },
  muted: { light: '#4a5d52', dark: '#acb0a2' },
  spruce: { light: '#0c5c3c', dark: '#6ecf9a' },
  'on-spruce': { light: '#fcfaf1', dark: '#091a11' },
  panel: { light: '#04492f', dark: '#112d20' },
  wheat: { light: '#eec55e', dark: '#eec55e' },
} as const satisfies Record<string, Color>;
