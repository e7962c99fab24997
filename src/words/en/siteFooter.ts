// The footer of every page for visitors and donors.

export const whatWeAre = 'A student-led nonprofit reuse programme in Manitoba, Canada.';
export const madeBy = 'Made by students in Manitoba';

export const copyright = (year: number, organization: string, isRegisteredNonprofit: boolean) =>
  `© ${year} ${organization}${isRegisteredNonprofit ? ', a registered nonprofit' : ''}`;
