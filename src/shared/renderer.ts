/** What the server hands to the renderer of pages. */
export interface RenderOptions<Site> {
  /** `index.html` as the build of this language left it. */
  template: string;
  /** What the site says of itself before any call. */
  site: Site;
  publicUrl: string;
  /** The files that the browser needs for components, so that it asks for them at once. */
  filesOf: (components: readonly string[]) => readonly string[];
}

/** What `src/web/render.tsx`, built in one language, offers to the server. */
export interface Renderer<Site> {
  renderPage: (path: string, options: RenderOptions<Site>) => Promise<string>;
  renderShell: (options: Pick<RenderOptions<Site>, 'template' | 'site'>) => string;
}
