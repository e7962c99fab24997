import { PrintButton } from '#web/ui/PrintButton.tsx';
import './document.css?tillGuide';
import { hydrateIslands } from './islands.tsx';

export const islands = { print: PrintButton };

export const loadPage = async () =>
  (await import('#features/redemption/guide/TillGuidePage.tsx')).TillGuidePage;

hydrateIslands(islands);
