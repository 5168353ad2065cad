import type { inbound as english } from '../../en/mail/inbound.ts';

export const inbound: typeof english = {
  verdicts: { pass: 'bestanden', fail: 'nicht bestanden', none: 'keine Angabe' },
  inbound: {
    intro: 'E-Mails, die an Ihren Domains eingehen.',
    mail: 'Empfangene E-Mail',
    from: 'Von',
    to: 'An',
    checks: 'Prüfungen',
    unreadable: 'Diese Nachricht ließ sich nicht lesen',
    noSubject: '(kein Betreff)',
    emptyTitle: 'Noch keine Mail empfangen',
    emptyText:
      'Schalten Sie für eine Domain „Mail empfangen“ ein, und veröffentlichen Sie ihren MX-Eintrag. Mail an diese Domain erscheint dann hier.',
    source: 'Quelltext',
    erased: 'Der Inhalt wurde gelöscht.',
    download: (file) => `${file} herunterladen`,
    unnamed: 'ohne Namen',
  },
};
