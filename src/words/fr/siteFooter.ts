// The footer of every page for visitors and donors.

export const whatWeAre = 'Un programme étudiant de réemploi, sans but lucratif, au Manitoba (Canada).';
export const madeBy = 'Fait par des étudiants du Manitoba';

export const copyright = (year: number, organization: string, isRegisteredNonprofit: boolean) =>
  `© ${year} ${organization}${isRegisteredNonprofit ? ', organisme sans but lucratif enregistré' : ''}`;
