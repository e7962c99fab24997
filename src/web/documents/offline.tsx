import './document.css?offline';

export const islands = {};

export const loadPage = async () => (await import('#web/pages/OfflinePage.tsx')).OfflinePage;
