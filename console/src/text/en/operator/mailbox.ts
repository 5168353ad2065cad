export const mailbox = {
  mailbox: {
    intro: 'Mail that is kept here instead of being sent, as long as the provider is “capture:”.',
    mail: 'Mail',
    find: 'Sender, recipient or subject',
    size: 'Size',
    envelopeFrom: 'Envelope from',
    envelopeTo: 'Envelope to',
    download: 'Download',
    emptyTitle: 'No mail yet',
    emptyText: 'What any tenant sends shows up here by itself.',
    nothingText: 'No mail has all these words in its sender, its recipients and its subject.',
  },
};
