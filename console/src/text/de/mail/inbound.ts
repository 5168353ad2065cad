import type { inbound as english } from '../../en/mail/inbound.ts';

export const inbound: typeof english = {
  verdicts: { pass: 'stimmt', fail: 'stimmt nicht', none: 'sagt nichts' },
  inbound: {
    intro: 'Mail an Domains, die empfangen.',
    mail: 'Empfangene E-Mail',
    from: 'Von',
    to: 'An',
    checks: 'Prüfungen',
    unreadable: 'Sie ließ sich nicht lesen',
    noSubject: '(kein Betreff)',
    emptyTitle: 'Noch nichts empfangen',
    emptyText: 'Schalten Sie für eine Domain „Mail empfangen“ ein und veröffentlichen Sie ihren MX-Eintrag. Was dann kommt, steht hier.',
    source: 'Quelltext',
    erased: 'Der Inhalt wurde gelöscht.',
    download: (file) => `${file} herunterladen`,
    unnamed: 'ohne Namen',
  },
};
