// What the till says while it gives a use back.
import { giveBack } from './undo.tsx';

export const givingBack = 'Un instant…';
export const offline = 'Pas de connexion. L’utilisation n’est pas encore rendue.';
/** After an answer that got lost. */
export const pressAgain = `Appuyez de nouveau sur «\u00a0${giveBack}\u00a0»\u00a0: cela ne compte qu’une fois.`;
