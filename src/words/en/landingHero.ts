// The top of the landing page.

export const description =
  'Give household things you no longer use and earn reward codes for partner thrift stores in Manitoba. A student-led nonprofit reuse programme.';

export const lead =
  'Give the household things you no longer use. We sort, refurbish and resell them in Manitoba, and you earn reward codes for partner thrift stores.';
export const logDonation = 'Log Donation';
export const howItWorks = 'How It Works';
