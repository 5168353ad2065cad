import { countIn } from '../count.ts';
import type { account as english } from '../en/account.ts';

const count = countIn('de');

export const account: typeof english = {
  account: {
    back: 'Zurück',
    name: 'Name',
    saved: 'Gespeichert.',
    choices: 'Einstellungen in diesem Browser',
    theme: 'Farbschema',
    themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
    language: 'Sprache',
    passwordHint: 'Mindestens 12 Zeichen. Sie werden überall sonst abgemeldet.',
    passwordChanged: 'Passwort geändert. Sie sind überall sonst abgemeldet.',
    changePassword: 'Passwort ändern',
    proof: 'Identität bestätigen',
    proofText: 'Das ist nötig, bevor Sie Ihre Anmeldung ändern.',
    prove: 'Weiter',
    app: 'Authenticator-App',
    appOff: 'Verlangen Sie zusätzlich zum Passwort einen Code aus einer App, damit ein gestohlenes Passwort nicht genügt.',
    appOn: (codes) =>
      `Die Anmeldung mit Passwort verlangt einen Code. Noch ${count(codes, 'Wiederherstellungscode', 'Wiederherstellungscodes')} übrig.`,
    appStart: 'Authenticator-App einrichten',
    appScan:
      'Scannen Sie den QR-Code mit der App, oder geben Sie den Schlüssel von Hand ein. Geben Sie dann den Code ein, den die App anzeigt.',
    appConfirm: 'Aktivieren',
    appRemove: 'Deaktivieren',
    newCodes: 'Neue Wiederherstellungscodes erzeugen',
    codes: 'Wiederherstellungscodes',
    codesText:
      'Jeder Code gilt einmal, anstelle eines Codes aus der App. Sie werden nur jetzt angezeigt: Bewahren Sie sie sicher und getrennt vom Passwort auf.',
    qr: 'QR-Code des Schlüssels',
    secret: 'Schlüssel',
    passkeys: 'Passkeys',
    passkeyName: 'Name des Passkeys',
    passkeyExample: 'Mein Laptop',
    passkeyAdd: 'Passkey hinzufügen',
    removeNamed: (name) => `${name} entfernen`,
    unused: 'noch nie benutzt',
    signIns: 'Wo Sie angemeldet sind',
    thisOne: 'Dieser Browser',
    end: 'Abmelden',
    unknownBrowser: 'Unbekannter Browser',
  },
};
