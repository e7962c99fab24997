// What a donor has given so far, for whoever was sent the link.

export const heading = 'État des dons';
export const loading = 'Chargement…';
export const totalDonations = 'Total des dons';
export const confirmed = 'Confirmés';
export const pending = 'En attente';
export const pendingNote = 'Un don en attente doit encore être confirmé par l’équipe.';
export const logDonation = 'Inscrire un don';
export const howItWorks = 'Comment ça marche';

export const noConnection = 'Erreur de réseau.';
export const notFound = 'Lien introuvable ou expiré.';
export const notFoundText = 'Vérifiez que le lien a été copié en entier, ou demandez-le de nouveau.';
export const goHome = 'Aller à l’accueil';
