/** The style sheet of one document, named after the question mark: see scripts/documentStyles.ts. */
declare module './document.css?*';
