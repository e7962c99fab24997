// Where the link of a mail leads that stops others of its kind. `when` says of which.
export const question = (email: string, when: string) => ({
  title: 'Ne plus recevoir ces courriels\u00a0?',
  text: `Nous n’écrirons plus à ${email} ${when}. Vous recevrez toujours les autres courriels.`,
  button: 'Ne plus les recevoir',
});

export const done = (email: string, when: string, isOnDashboard: boolean) => ({
  title: 'C’est fait',
  text: `Nous n’écrirons plus à ${email} ${when}.${isOnDashboard ? ' Vous pouvez changer d’avis dans votre tableau de bord.' : ''}`,
});
