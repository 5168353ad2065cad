import { countIn } from '../count.ts';
import type { account as english } from '../en/account.ts';

const count = countIn('de');

export const account: typeof english = {
  account: {
    back: 'Zurück',
    name: 'Name',
    saved: 'Gespeichert.',
    choices: 'Dieser Browser',
    theme: 'Darstellung',
    themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
    language: 'Sprache',
    passwordHint: 'Mindestens 12 Zeichen. Jede andere Anmeldung endet.',
    passwordChanged: 'Das Passwort ist geändert, und jede andere Anmeldung ist zu Ende.',
    changePassword: 'Passwort ändern',
    proof: 'Sind Sie es?',
    proofText: 'Wer ändert, wie er sich anmeldet, wird noch einmal gefragt.',
    prove: 'Weiter',
    app: 'Authenticator-App',
    appOff: 'Neben dem Passwort wird ein Code der App verlangt, sodass das Passwort allein niemanden hereinlässt.',
    appOn: (codes) =>
      `Die Anmeldung mit Passwort verlangt einen Code. Noch ${count(codes, 'Wiederherstellungscode', 'Wiederherstellungscodes')}.`,
    appStart: 'Authenticator-App einrichten',
    appScan: 'Scannen Sie das mit der App, oder tippen Sie das Geheimnis ab. Geben Sie dann den Code ein, den sie zeigt.',
    appConfirm: 'Einschalten',
    appRemove: 'Ausschalten',
    newCodes: 'Neue Wiederherstellungscodes',
    codes: 'Wiederherstellungscodes',
    codesText:
      'Jeder lässt Sie einmal anstelle eines Codes der App herein. Sie werden nur jetzt gezeigt: Bewahren Sie sie getrennt vom Passwort auf.',
    qr: 'Das Geheimnis als QR-Code',
    secret: 'Geheimnis',
    passkeys: 'Passkeys',
    passkeyName: 'Name des neuen Passkeys',
    passkeyExample: 'Mein Laptop',
    passkeyAdd: 'Passkey hinzufügen',
    removeNamed: (name) => `${name} entfernen`,
    unused: 'noch nicht benutzt',
    signIns: 'Wo Sie angemeldet sind',
    thisOne: 'Dieser Browser',
    end: 'Abmelden',
    unknownBrowser: 'Unbekannter Browser',
  },
};
