// What can be given, and what can't.
import type { ReactNode } from 'react';

export const description =
  'Ce que ReRound accepte et n’accepte pas\u00a0: les catégories, une liste de vérification et comment donner vos objets de maison au Manitoba.';
export const heading = (together: (text: string) => ReactNode) => (
  <>Qu’est-ce que le {together('bric-à-brac\u00a0?')}</>
);
export const lead =
  'Les petites choses utiles et bien conservées d’une maison. Ce que vous prêteriez à un ami a sa place dans nos rayons.';
export const logDonation = 'Inscrire un don';
export const requestPickup = 'Demander un ramassage';

export const accepted = 'Catégories acceptées';
export const kitchenware = 'Cuisine';
export const kitchenwareText = 'Vaisselle, casseroles, tasses, ustensiles, petits moules';
export const decor = 'Décoration';
export const decorText = 'Vases, cadres, bougeoirs, coussins';
export const media = 'Livres et médias';
export const mediaText = 'Livres, vinyles, films et jeux sur disque';
export const games = 'Jouets et jeux';
export const gamesText = 'Casse-têtes complets, jeux de société, jouets en bois';
export const household = 'Petits articles';
export const householdText = 'Lampes, horloges, paniers, petits appareils qui fonctionnent';
export const accessories = 'Accessoires';
export const accessoriesText = 'Sacs, foulards, ceintures, bijoux';

export const quality = 'Liste de vérification';
export const wanted = [
  'Propre et sans odeur',
  'Sans éclat, fissure, déchirure ni tache',
  'En état de marche, avec câbles ou ampoules',
  'Gardez les ensembles complets',
  'Emballez bien le verre et la céramique',
];

export const notAccepted = 'Non accepté';
export const refused: readonly { what: string; aside?: string }[] = [
  { what: 'Verre ou céramique cassés ou ébréchés' },
  { what: 'Articles sales' },
  { what: 'Gros meubles', aside: '(écrivez-nous pour les objets encombrants)' },
  { what: 'Téléviseurs cathodiques et gros appareils électroniques' },
  { what: 'Couteaux tranchants ou articles dangereux' },
  { what: 'Contrefaçons ou produits réservés aux adultes' },
];

export const unsure = 'Vous hésitez\u00a0?';
export const unsureText =
  'Déposez l’objet quand même. Notre équipe trie tout et trouve une place à ce qui vous faisait hésiter.';
export const contactUs = 'Nous écrire';
export const reportBin = 'Signaler un bac plein ou brisé';
export const error = 'Erreur';
export const networkError = 'Erreur de réseau';
