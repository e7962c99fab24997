// The form that subscribes to the newsletter.

export const form = 'Newsletter';
export const email = 'Email';
export const emailExample = 'you@example.ca';
export const firstName = 'First name';
export const optional = 'optional';
export const subscribe = 'Subscribe';
export const subscribing = 'Subscribing...';

export const success = 'Success!';
export const error = 'Error';
export const failed = 'Failed to subscribe to newsletter';
export const emailMissing = 'Please enter your email address';
export const emailMissingAtField = 'Your email is missing.';
export const consentMissing = 'Please agree to receive newsletters and updates';
export const consentMissingAtField = 'Please tick this box.';
