// An address that no page has.

export const heading = 'Cette page est introuvable';
export const text = 'Quelqu’un l’a peut-être emportée à la maison. Le reste de l’étagère est encore là.';
export const goHome = 'Aller à l’accueil';
