// What people said, on the landing page.

export const testimonials = 'Testimonials';
export const example = 'Example testimonial';
export const quoted = (words: string) => `“${words}”`;
