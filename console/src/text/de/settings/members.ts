import type { members as english } from '../../en/settings/members.ts';

export const members: typeof english = {
  members: {
    intro: (tenant) => `Wer zu ${tenant} gehört.`,
    person: 'Person',
    you: 'Sie',
    role: 'Rolle',
    roleOf: (email) => `Rolle von ${email}`,
    changed: (email, role) => `${email}: ${role}.`,
    seen: 'Angemeldet',
    suspended: 'ausgesperrt',
    invite: 'Jemanden einladen',
    madeTitle: 'Die Einladung ist fertig',
    mailed: (email) => `Sie ging an ${email}. Sie können auch diesen Link weitergeben; er gilt einmal, sieben Tage lang.`,
    notMailed: (email) => `Geben Sie diesen Link an ${email}. Er gilt einmal, sieben Tage lang, und wird nicht wieder gezeigt.`,
    recoveryTitle: 'Es gibt schon ein Konto',
    recovery: (email) =>
      `Geben Sie diesen Link als Weg zurück an ${email} weiter. Er setzt ein neues Passwort, einmal, sieben Tage lang, beendet jede Anmeldung und entfernt Authentifizierungs-App, Wiederherstellungscodes und Passkeys. Er wird nicht noch einmal gezeigt.`,
    link: 'Link',
    open: 'Offene Einladungen',
    until: 'Bis',
    revoke: 'Zurücknehmen',
    revokeNamed: (email) => `Einladung von ${email} zurücknehmen`,
    revoked: 'Der Link gilt nicht mehr.',
    remove: 'Entfernen',
    leave: 'Austreten',
    leaveTitle: (tenant) => `Aus ${tenant} austreten?`,
    leaveText: 'Sie sehen nichts mehr von diesem Mandanten, bis jemand Sie wieder einlädt. Ihr Konto bleibt.',
    removeNamed: (email) => `${email} entfernen`,
    removeTitle: (email) => `${email} entfernen?`,
    removeText: 'Von der nächsten Anfrage an ist von diesem Mandanten nichts mehr zu sehen. Das Konto bleibt.',
  },
};
