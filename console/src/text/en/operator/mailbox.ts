export const mailbox = {
  mailbox: {
    intro: 'Mail is captured here instead of being sent while the provider is “capture:”.',
    mail: 'Mail',
    find: 'Sender, recipient or subject',
    size: 'Size',
    envelopeFrom: 'Envelope from',
    envelopeTo: 'Envelope to',
    download: 'Download',
    emptyTitle: 'No mail yet',
    emptyText: 'Mail sent by any tenant appears here automatically.',
    nothingText: 'No mail has all these words in its sender, recipients and subject.',
  },
};
