export const skip = 'Aller au contenu';
