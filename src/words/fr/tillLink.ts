// Where the link leads that makes a till of a browser.

export const question = (store: string) => ({
  title: `${store}\u00a0: faire de cet appareil une caisse\u00a0?`,
  text: 'Seulement sur un appareil de la friperie elle-même. La page pour accepter un code montre alors ce qui a été accepté ici aujourd’hui. Il faut toujours le NIP pour accepter un code.',
  button: 'En faire une caisse',
});

export const isOver = (hours: number) => ({
  title: 'Ce lien a déjà servi ou n’est plus valable',
  text: `Chaque lien ne sert que pour une caisse, dans un délai de ${hours} heures. Veuillez en demander un autre au bureau.`,
});

export const storeIsOff = {
  title: 'Cette friperie n’accepte pas de codes pour le moment',
  text: 'Elle est désactivée et n’aura pas de caisse avant sa réactivation. Veuillez vous adresser au bureau.',
};

export const broken = {
  title: 'Ce lien ne fonctionne pas',
  text: 'Il a peut-être été coupé. Veuillez l’ouvrir en entier ou en demander un autre au bureau.',
};
