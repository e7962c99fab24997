// Where a question goes.

export const email = 'Courriel';
export const phone = 'Téléphone';
export const post = 'Par la poste';
