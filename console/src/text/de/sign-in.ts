import type { signIn as english } from '../en/sign-in.ts';

export const signIn: typeof english = {
  signIn: {
    title: 'Anmelden',
    already: (email) => `Sie sind als ${email} angemeldet.`,
    ended:
      'Ihre Anmeldung ist beendet. Was Sie geschrieben haben, ist noch da: Melden Sie sich in einem anderen Tab an, und machen Sie weiter.',
    goOn: 'Weiter',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    code: 'Code',
    codeHint: 'Sechs Ziffern der Authenticator-App oder ein Wiederherstellungscode.',
    submit: 'Anmelden',
    or: 'oder',
    passkey: 'Mit Passkey',
    issuer: 'Mit Single Sign-on',
    issuerFailed: 'Der Anbieter nennt niemanden, der hier ein Konto oder eine Einladung hat.',
    forgotten: 'Passwort vergessen?',
  },
  forgotten: {
    title: 'Ein anderes Passwort wählen',
    text: 'Ein Link dafür geht an Ihre Adresse. Er gilt eine Stunde.',
    submit: 'Link zuschicken',
    done: 'Wenn jemand diese Adresse hat, ist ein Link dorthin unterwegs.',
    back: 'Zurück zur Anmeldung',
  },
  link: {
    title: 'Ihr Link',
    welcome: 'Willkommen bei Posthorn',
    newPassword: 'Ein anderes Passwort wählen',
    text: (link) =>
      link.tenant_name === null
        ? `Für ${link.email}.`
        : `${link.email} ist zu ${link.tenant_name} eingeladen${link.operator ? ', und den Dienst zu betreiben' : ''}.`,
    effects: {
      invitation: '',
      reset: ' Das neue Passwort beendet alle Anmeldungen und entfernt die Passkeys.',
      recovery: ' Das neue Passwort beendet alle Anmeldungen und entfernt Passkeys und die Authenticator-App.',
    },
    name: 'Ihr Name',
    nameHint: 'Den sehen andere des Mandanten. Sie können ihn weglassen.',
    password: 'Neues Passwort',
    passwordHint: 'Mindestens 12 beliebige Zeichen.',
    yourPassword: 'Ihr Passwort',
    create: 'Konto anlegen',
    setPassword: 'Passwort setzen',
    accept: 'Einladung annehmen',
  },
};
