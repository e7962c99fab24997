// What the links of the header are called; the footer has some of them too.

export const home = 'Home';
export const howItWorks = 'How It Works';
export const guide = "What's Bric-a-Brac?";
export const services = 'Services';
export const community = 'Community';
export const contact = 'Contact';
