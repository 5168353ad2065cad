import type { signIn as english } from '../en/sign-in.ts';

export const signIn: typeof english = {
  signIn: {
    title: 'Anmelden',
    already: (email) => `Sie sind als ${email} angemeldet.`,
    ended: 'Ihre Sitzung ist abgelaufen. Ihre Eingaben sind noch da: Melden Sie sich in einem anderen Tab an, und fahren Sie dann fort.',
    goOn: 'Weiter',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    code: 'Code',
    codeHint: 'Die sechs Ziffern aus Ihrer Authenticator-App oder ein Wiederherstellungscode.',
    submit: 'Anmelden',
    or: 'oder',
    passkey: 'Passkey verwenden',
    issuer: 'Mit SSO anmelden',
    issuerFailed: 'Für die Person, die Single Sign-on gemeldet hat, gibt es hier kein Konto und keine Einladung.',
    forgotten: 'Passwort vergessen?',
  },
  forgotten: {
    title: 'Passwort zurücksetzen',
    text: 'Wir schicken Ihnen einen Link, der eine Stunde lang gilt.',
    submit: 'Link senden',
    done: 'Wenn es zu dieser Adresse ein Konto gibt, ist ein Link unterwegs.',
    back: 'Zurück zur Anmeldung',
  },
  link: {
    title: 'Ihr Link',
    welcome: 'Willkommen bei Posthorn',
    newPassword: 'Neues Passwort wählen',
    text: (link) =>
      link.tenant_name === null
        ? `Für ${link.email}.`
        : `${link.email} ist zu ${link.tenant_name} eingeladen${link.operator ? ' und soll den Dienst mitbetreiben' : ''}.`,
    effects: {
      invitation: '',
      reset: ' Das neue Passwort beendet alle Sitzungen und entfernt Ihre Passkeys.',
      recovery: ' Das neue Passwort beendet alle Sitzungen und entfernt Ihre Passkeys und die Authenticator-App.',
    },
    name: 'Ihr Name',
    nameHint: 'Optional. Andere Mitglieder des Mandanten sehen ihn.',
    password: 'Neues Passwort',
    passwordHint: 'Mindestens 12 Zeichen.',
    yourPassword: 'Ihr Passwort',
    create: 'Konto anlegen',
    setPassword: 'Passwort speichern',
    accept: 'Einladung annehmen',
  },
};
