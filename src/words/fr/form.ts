// What any form says.

/** Beside the label of a field that may stay empty. */
export const optional = 'facultatif';

/** Above a form that stands as it was left. */
export const restored = 'Ce que vous aviez écrit est toujours là.';
export const startOver = 'Recommencer';
