/** What somebody agrees to who subscribes to the newsletter: it stands beside the form's box, and is kept with the address. */
export const newsletterConsent = 'I agree to receive newsletters and updates. I can unsubscribe at any time.';
