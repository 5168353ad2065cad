export const inbound = {
  verdicts: { pass: 'passes', fail: 'fails', none: 'says nothing' },
  inbound: {
    intro: 'Mail received by your domains.',
    mail: 'Received email',
    from: 'From',
    to: 'To',
    checks: 'Checks',
    unreadable: 'It could not be read',
    noSubject: '(no subject)',
    emptyTitle: 'Nothing received yet',
    emptyText: 'Turn “Receive mail” on for a domain and publish its MX record. New mail then appears here.',
    source: 'Source',
    erased: 'The content was erased.',
    download: (file: string) => `Download ${file}`,
    unnamed: 'unnamed',
  },
};
