/** What the server gives to the renderer of pages. */
export interface RenderOptions<Site> {
  /** The built `index.html` of the language. */
  template: string;
  /** The public settings. */
  site: Site;
  publicUrl: string;
  /** The built files of components, which the document preloads. */
  filesOf: (components: readonly string[]) => readonly string[];
}

/** The exports of `src/web/render.tsx`, built in one language. */
export interface Renderer<Site> {
  renderPage: (path: string, options: RenderOptions<Site>) => Promise<string>;
  renderShell: (options: Pick<RenderOptions<Site>, 'template' | 'site'>) => string;
}
