import './document.css?mailLink';

export const islands = {};

export const loadPage = async () => (await import('#web/pages/MailLinkPage.tsx')).MailLinkPage;
