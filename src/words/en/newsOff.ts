// Where the link of a mail leads that stops others of its kind. `when` says of which.
export const question = (email: string, when: string) => ({
  title: 'Stop these mails?',
  text: `We will not write to ${email} any more ${when}. Other mails still come.`,
  button: 'Stop them',
});

export const done = (email: string, when: string, isOnDashboard: boolean) => ({
  title: 'Done',
  text: `We will not write to ${email} any more ${when}.${isOnDashboard ? ' Your dashboard switches this on again.' : ''}`,
});
