/** What the server gives to the renderer of pages. */
export interface RenderOptions<PublicSite> {
  /** The built `index.html` of the language. */
  template: string;
  /** The public settings. */
  site: PublicSite;
  publicUrl: string;
  /** The built files of components, which the document preloads. */
  filesOf: (components: readonly string[]) => readonly string[];
}

/** The exports of `src/web/render.tsx`, built in one language. */
export interface Renderer<PublicSite> {
  renderPage: (path: string, options: RenderOptions<PublicSite>) => Promise<string>;
  renderShell: (options: Pick<RenderOptions<PublicSite>, 'template' | 'site'>) => string;
}
