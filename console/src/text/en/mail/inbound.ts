export const inbound = {
  verdicts: { pass: 'pass', fail: 'fail', none: 'none' },
  inbound: {
    intro: 'Email received at your domains.',
    mail: 'Received email',
    from: 'From',
    to: 'To',
    checks: 'Checks',
    unreadable: 'This message could not be read',
    noSubject: '(no subject)',
    emptyTitle: 'No mail received yet',
    emptyText: 'Turn on “Receive mail” for a domain and publish its MX record. Mail to that domain then appears here.',
    source: 'Source',
    erased: 'The content was erased.',
    download: (file: string) => `Download ${file}`,
    unnamed: 'unnamed',
  },
};
