// What the till says while it gives a use back.
import { giveBack } from './undo.tsx';

export const givingBack = 'Giving back…';
export const offline = 'No connection. The use is not given back yet.';
/** After an answer that got lost. */
export const pressAgain = `Press ${giveBack} again: it counts once.`;
