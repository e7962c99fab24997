// Every French sentence of a mail. What people typed stands where it takes no "de" or "à" before it, which hang on its first letter.
import { formatDay, formatInstantDay, formatLastDay, formatShortDay, formatTime } from '#french/dates.ts';
import { weightName } from '#french/weights.ts';
import { dayOf, daysUntil } from '#shared/dates.ts';
import type { PartName } from '#shared/health.ts';
import type { Organization } from '#shared/organization.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import type { WeightBand } from '#shared/weights.ts';
import type { MailContents } from './mailContents.ts';
import { type Line, type MailWords, writeTo } from './mailWords.ts';

export const french: MailWords = {
  language: 'fr-CA',
  day: instantDay,
  instant: (moment, timeZone) => `${instantDay(moment, timeZone)} à ${time(moment, timeZone)}`,
  labelled: (name, told) => `${name}\u00a0: ${told}`,
  sentences: {
    donation_logged: (donation) => ({
      subject: 'Don inscrit, merci',
      heading: 'Don inscrit,\nmerci',
      paragraphs: [
        [
          `Bonjour. Votre don de `,
          ...gift(donation),
          `, remis le ${unbroken(formatDay(donation.date))}, est inscrit.`,
        ],
        ['Les bénévoles le vérifient ensuite. Une fois le don confirmé, un code de récompense est à vous.'],
      ],
      why: linked(donation),
    }),
    donation_confirmed: (donation) => ({
      subject: donation.code ? 'Don confirmé\u00a0: voici votre code' : 'Votre don est confirmé',
      heading: donation.code ? 'Don confirmé\u00a0:\nvoici votre code' : 'Don confirmé,\nmerci',
      paragraphs: [
        [
          `Bonjour. Votre don de `,
          ...gift(donation),
          ' est maintenant en magasin.',
          ...towardGold(donation.gold),
        ],
      ],
      why: linked(donation),
    }),
    donation_rejected: (donation, { organization }) => ({
      subject: `À propos de votre don de ${weightWords(donation.weight)}`,
      heading: 'Nous n’avons pas pu confirmer ce don',
      paragraphs: [
        [
          `Bonjour. Il s’agit de votre don de `,
          ...gift(donation),
          `, remis le ${unbroken(formatDay(donation.date))}.${donation.reason === null ? '' : ' Voici la raison donnée\u00a0:'}`,
        ],
        ...(donation.reason === null ? [] : [[{ bold: donation.reason }]]),
        [
          'Est-ce une erreur\u00a0? Écrivez-nous à ',
          writeTo(organization),
          ', et nous réexaminerons ce don.',
        ],
      ],
      why: linked(donation),
    }),
    donation_measured: (donation, { organization }) => ({
      subject: `Votre don a été pesé\u00a0: ${weightWords(donation.measured)}`,
      heading: `Poids mesuré\u00a0:\n${weightWords(donation.measured)}`,
      paragraphs: [
        [
          `Bonjour. Pour votre don du ${unbroken(formatDay(donation.date))}, vous aviez indiqué ${weightWords(donation.weight)}. Sur notre balance, il pèse `,
          { unbroken: weightWords(donation.measured) },
          ', et c’est ce poids qui compte.',
        ],
        ['Est-ce une erreur\u00a0? Écrivez-nous à ', writeTo(organization), '.'],
      ],
      why: linked(donation),
    }),
    code_ending: (code, { timeZone, writtenAt }) => {
      const days = daysUntil(new Date(code.expiresAt), writtenAt);
      const when = days < 2 ? `${days}\u00a0jour` : `${days}\u00a0jours`;
      return {
        subject: `Votre code prend fin dans ${when}`,
        heading: `Votre code prend\nfin dans ${when}`,
        paragraphs: [
          [
            `Bonjour. Il vous reste `,
            { bold: uses(code.usesLeft) },
            `. Le dernier jour est le ${lastDay(new Date(code.expiresAt), timeZone)}.`,
          ],
        ],
        why: linked(code),
      };
    },
    code_used: (code, { timeZone, writtenAt, organization }) => ({
      subject: `Votre code a servi chez ${code.store}`,
      heading: `Utilisé chez\n${code.store}`,
      paragraphs: [
        [
          `Bonjour. Votre code `,
          { unbroken: code.code },
          ` a été utilisé une fois chez ${code.store}, le ${instantDay(writtenAt, timeZone)} à ${time(writtenAt, timeZone)}.`,
          code.usesLeft === 0 ? ' C’était la dernière utilisation.' : '',
        ],
        ['Ce n’était pas vous\u00a0? Écrivez-nous à ', writeTo(organization), '.'],
      ],
      why: linked(code),
    }),
    pickup_scheduled: (pickup, { timeZone, organization }) => ({
      subject: `Ramassage le ${appointment(pickup.scheduledAt, timeZone)}`,
      heading: `Ramassage le\n${appointment(pickup.scheduledAt, timeZone)}`,
      paragraphs: [
        [
          `Bonjour. Nous venons chercher ce que vous donnez. Le rendez-vous pour votre agenda est joint à ce courriel.`,
        ],
        doesNotSuit(organization),
      ],
      why: askedForPickup,
    }),
    pickup_moved: (pickup, { timeZone, organization }) => ({
      subject: `Ramassage déplacé au ${appointment(pickup.scheduledAt, timeZone)}`,
      heading: `Déplacé au\n${appointment(pickup.scheduledAt, timeZone)}`,
      paragraphs: [
        [`Bonjour. Votre ramassage est déplacé. Le fichier joint met votre agenda à jour.`],
        doesNotSuit(organization),
      ],
      why: askedForPickup,
    }),
    pickup_cancelled: (pickup, { timeZone, organization }) => ({
      subject: pickup.scheduledAt
        ? `Ramassage du ${appointment(pickup.scheduledAt, timeZone)} annulé`
        : 'Ramassage annulé',
      heading: 'Ramassage annulé',
      paragraphs: [
        [
          `Bonjour. `,
          pickup.scheduledAt
            ? `Personne ne passera le ${appointment(pickup.scheduledAt, timeZone)}. Le fichier joint retire le rendez-vous de votre agenda.`
            : 'Votre demande de ramassage a été annulée.',
        ],
        ['Avez-vous une question\u00a0? ', ...waysToReach(organization)],
      ],
      why: askedForPickup,
    }),
    health_red: ({ checks }, { organization }) => ({
      subject: `${organization.name}, alarme\u00a0: ${listed(checks)}`,
      heading:
        checks.length === 1
          ? 'Une partie du site\na besoin de vous'
          : `${checks.length} parties du site\nont besoin de vous`,
      paragraphs: [
        ...checks.map(({ name, sentence }): Line => [{ bold: `${partWords[name]}.` }, ` ${sentence}`]),
        [
          checks.length === 1
            ? 'Le guide d’exploitation en dit davantage. Quand elle ira bien de nouveau, vous recevrez un dernier courriel, et aucun d’ici là.'
            : 'Le guide d’exploitation en dit davantage sur ces parties. Quand l’une d’elles ira bien de nouveau, vous recevrez un dernier courriel à son sujet, et aucun d’ici là.',
        ],
      ],
      why: ofOperator(organization),
    }),
    health_green: ({ checks }, { organization }) => ({
      subject: `${organization.name}, de nouveau en ordre\u00a0: ${listed(checks)}`,
      heading: 'De nouveau en ordre',
      paragraphs: checks.map(({ name, sentence }): Line => [{ bold: `${partWords[name]}.` }, ` ${sentence}`]),
      why: ofOperator(organization),
    }),
    sign_in_code: (_contents, { organization }) => ({
      subject: 'Votre code de connexion',
      heading: 'Votre code\nde connexion',
      paragraphs: [
        ['Entrez-le là où il vous est demandé.'],
        [
          `Ce n’était pas vous\u00a0? Ne faites rien\u00a0: sans ce code, personne n’entre. Chez ${organization.name}, personne ne vous le demandera jamais.`,
        ],
      ],
      why: 'Vous recevez ce courriel parce que quelqu’un a demandé à se connecter avec cette adresse.',
    }),
    newsletter_confirmation: (_contents, { organization }) => ({
      subject: `Infolettre ${organization.name}\u00a0: confirmez votre abonnement`,
      heading: 'Plus qu’un clic,\net c’est fait',
      paragraphs: [
        [
          `Quelqu’un a demandé à recevoir l’infolettre ${organization.name} à cette adresse. Si c’était vous, confirmez l’abonnement. Sinon, ne faites rien, et vous ne la recevrez pas.`,
        ],
      ],
      why: 'Vous recevez ce seul courriel parce que cette adresse a été donnée pour l’infolettre.',
    }),
    test: ({ sentBy }, { organization }) => ({
      subject: `${organization.name}\u00a0: l’envoi de courriels fonctionne`,
      heading: 'L’envoi\nfonctionne',
      paragraphs: [
        [
          sentBy === null
            ? 'Ce message est parti de la ligne de commande, pour vérifier que les courriels arrivent. C’est le cas.'
            : `${sentBy} a envoyé ce message pour vérifier que les courriels arrivent. C’est le cas.`,
        ],
      ],
      why: 'Vous recevez ce courriel parce qu’une personne qui gère le site l’a envoyé à cette adresse.',
    }),
  },
  goldLoops: ({ donations, of }) => `Vers le niveau Or\u00a0: ${Math.min(donations, of)} sur ${of}`,
  codeTerms: (usesLeft, expiresAt, timeZone) => `${uses(usesLeft)}, jusqu’au ${lastDay(expiresAt, timeZone)}`,
  codeUse: 'Donnez ce code à la caisse. Le code QR est dans votre tableau de bord.',
  signInCodeTerms: 'Valable une fois, pendant 10\u00a0minutes.',
  hiddenCode: '••••••',
  pickupEntry: (organization) => `Ramassage par ${organization.name}`,
  labels: {
    when: 'Quand',
    where: 'Où',
    what: 'Objets',
    openDashboard: 'Voir votre tableau de bord',
    whereToUse: 'Où l’utiliser',
    confirmLetters: 'Oui, m’abonner',
    openSettings: 'Ouvrir la console',
  },
  stop: ({ off, dashboard }) => {
    const switchOff: Line = off
      ? [{ link: 'Désactivez ce genre de courriel', href: off }, ', sans vous connecter']
      : [];
    const choose: Line = dashboard
      ? [
          {
            link: off ? 'choisissez ce que vous recevez' : 'Choisissez ce que vous recevez',
            href: dashboard,
          },
          ' dans votre tableau de bord',
        ]
      : [];
    if (!off && !dashboard) return [];
    return [...switchOff, off && dashboard ? ', ou ' : '', ...choose, '.'];
  },
};

const askedForPickup = 'Vous recevez ce courriel parce qu’un ramassage a été demandé avec cette adresse.';

function linked({ donorId }: Pick<MailContents['code_used'], 'donorId'>): string {
  return `Vous recevez ce courriel parce que cette adresse est liée au numéro de donateur ${donorId}.`;
}

/** Of what weight, and from where. */
function gift({ weight, bin }: MailContents['donation_logged']): Line {
  return [{ unbroken: weightWords(weight) }, bin ? ` (${bin})` : ''];
}

const partWords: Readonly<Record<PartName, string>> = {
  settings: 'Paramètres',
  database: 'Base de données',
  key: 'Clé',
  clock: 'Horloge',
  storage: 'Photos',
  disk: 'Disque',
  mail: 'Serveur de courriel',
  outbox: 'Boîte d’envoi',
  backups: 'Sauvegardes',
  totals: 'Totaux',
};

function listed(checks: MailContents['health_red']['checks']): string {
  return checks.map(({ name }) => partWords[name]).join(', ');
}

function ofOperator({ name }: Pick<Organization, 'name'>): string {
  return `Vous recevez ce courriel parce que le site (${name}) signale ses pannes à sa propre adresse.`;
}

/** Within a sentence. */
function weightWords(band: WeightBand): string {
  return unbroken(weightName(band).toLowerCase());
}

const ordinals = ['', 'premier', 'deuxième', 'troisième', 'quatrième', 'cinquième'];
const numbers = ['', 'un', 'deux', 'trois', 'quatre', 'cinq'];

function towardGold(gold: MailContents['donation_confirmed']['gold']): Line {
  if (!gold) return [];
  const missing = gold.of - gold.donations;
  if (missing < 0) return [' Vous êtes Donateur Or cette année.'];
  if (missing === 0) return [' Grâce à lui, ', { bold: 'vous êtes Donateur Or cette année' }, '.'];
  const which = ordinals[gold.donations] ?? `${gold.donations}e`;
  const more = numbers[missing] ?? missing;
  return [
    ` C’est votre ${which} don qui compte pour le niveau Or\u00a0: `,
    { bold: `encore ${more} cette année` },
    '.',
  ];
}

function uses(count: number): string {
  return `${count}\u00a0${count < 2 ? 'utilisation' : 'utilisations'}`;
}

/** A day, a time or a weight on one line. */
function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}

function instantDay(moment: Date, timeZone: TimeZone): string {
  return unbroken(formatInstantDay(moment, timeZone));
}

function lastDay(end: Date, timeZone: TimeZone): string {
  return unbroken(formatLastDay(end, timeZone));
}

/** `14 h`, `14 h 30`. */
function time(moment: Date, timeZone: TimeZone): string {
  return formatTime(moment, timeZone).replace(/\s00$/, '');
}

/** `24 nov. à 14 h`. */
function appointment(scheduledAt: string, timeZone: TimeZone): string {
  const moment = new Date(scheduledAt);
  return `${unbroken(formatShortDay(dayOf(moment, timeZone)))} à ${time(moment, timeZone)}`;
}

function doesNotSuit(organization: Organization): Line {
  return ['Ce moment ne vous convient pas\u00a0? ', ...waysToReach(organization)];
}

function waysToReach(organization: Organization): Line {
  const { phone } = organization;
  return ['Écrivez-nous à ', writeTo(organization), phone ? ` ou appelez-nous au ${phone}.` : '.'];
}
