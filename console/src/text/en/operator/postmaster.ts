export const postmaster = {
  postmaster: {
    intro: 'Mail to the postmaster of this service, and delivery reports that could not be read, from the last 30 days.',
    mail: 'Mail to the postmaster',
    unread: 'Unreadable report',
    show: 'Mail to show',
    toPostmaster: 'To the postmaster',
    unreadable: 'Unreadable reports',
    reason: 'Why it could not be read',
    server: 'Sending server',
    messages: 'Messages it concerns',
    isCut: 'Only the first 256 KiB are shown.',
    isLost: 'The source was lost.',
    emptyTitle: 'No mail to the postmaster',
    emptyText: 'Operators of other mail servers write to this address when something is wrong with mail from this one.',
    readTitle: 'No unreadable reports',
    readText: 'A delivery report that cannot be read is listed here. Mail to a tenant is in the tenant’s own list.',
  },
};
