// What people said, on the landing page.

export const testimonials = 'Témoignages';
export const example = 'Exemple de témoignage';
export const quoted = (words: string) => `«\u00a0${words}\u00a0»`;
