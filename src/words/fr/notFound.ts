// An address that no page has.

export const heading = 'Cette page est introuvable';
export const text = 'Quelqu’un l’a peut-être rapportée à la maison. Le reste de la tablette est encore là.';
export const goHome = 'Retour à l’accueil';
