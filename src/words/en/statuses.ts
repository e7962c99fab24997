// What every status is called, wherever it is shown.

export const statusWords = {
  pending: 'Pending',
  confirmed: 'Confirmed',
  rejected: 'Rejected',
  active: 'Active',
  used: 'Used',
  expired: 'Expired',
  revoked: 'Revoked',
  inactive: 'Inactive',
  overflow: 'Overflow',
  scheduled: 'Scheduled',
  completed: 'Completed',
  cancelled: 'Cancelled',
  sent: 'Sent',
  waiting: 'Waiting',
  failed: 'Failed',
  suppressed: 'Suppressed',
  unsubscribed: 'Unsubscribed',
  qualifying: 'Qualifying',
};
