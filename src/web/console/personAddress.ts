import { useLocation, useNavigate, type To } from 'react-router';
import { withOverlay } from './overlayAddress.ts';
import { paths } from '#web/paths.ts';

/** The query parameter that opens a participant's sheet over whatever screen is open. */
export const PERSON_PARAMETER = 'person';

/** What a sheet is told by the link that opens it. */
export interface PersonState {
  /** The row that it begins on: `donation-17`, `code-4`. */
  row?: string | undefined;
}

/** Gives the address of a participant's sheet over this screen. */
export function usePersonAddress(): (id: number) => To {
  const { search } = useLocation();
  return (id) => withOverlay(search, PERSON_PARAMETER, id);
}

/** Opens a participant's sheet over this screen, as `PersonLink` does. */
export function useOpenPerson(): (id: number, state?: PersonState) => void {
  const addressOf = usePersonAddress();
  const navigate = useNavigate();
  return (id, state) => void navigate(addressOf(id), { preventScrollReset: true, state });
}

/** All that was done about a person, in the audit log. */
export function personActivity(id: number): string {
  return `${paths.consoleTab('activity')}&participantId=${id}`;
}
