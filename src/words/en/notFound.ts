// An address that no page has.

export const heading = "We couldn't find that page";
export const text = 'Someone may have taken it home. The rest of the shelf is still here.';
export const goHome = 'Go home';
