// What any form says.

/** Beside the label of a field that may stay empty. */
export const optional = 'optional';

/** Above a form that stands as it was left. */
export const restored = 'What you wrote before is still here.';
export const startOver = 'Start over';
