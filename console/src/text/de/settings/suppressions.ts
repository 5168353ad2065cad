import { countIn } from '../../count.ts';
import type { suppressions as english } from '../../en/settings/suppressions.ts';

const count = countIn('de');

export const suppressions: typeof english = {
  suppressions: {
    intro:
      'Diese Adressen erhalten keine Mail oder keine Marketing-Mail: wegen Hard Bounces, Beschwerden oder Abmeldungen, oder weil sie manuell gesperrt wurden.',
    find: 'Nach Adresse suchen',
    everyReason: 'Alle Gründe',
    reason: 'Grund',
    reasons: { manual: 'Manuell', hard_bounce: 'Hard Bounce', complaint: 'Spam-Beschwerde', unsubscribe: 'Abgemeldet' },
    scope: 'Gilt für',
    scopes: { all: 'Alle E-Mails', marketing: 'Marketing' },
    since: 'Seit',
    address: 'Adresse',
    add: 'Adressen sperren',
    addText: 'Sie erhalten keine Mail, bis Sie die Sperre aufheben.',
    addresses: 'Adressen',
    addressesHint: (most) => `Eine pro Zeile, bis zu ${most}.`,
    added: (many) => `${count(many, 'Adresse', 'Adressen')} gesperrt.`,
    refused: (list) => `Keine gültigen Adressen: ${list}`,
    remove: 'Aufheben',
    removeNamed: (email) => `Sperre von ${email} aufheben`,
    removeTitle: (email) => `Wieder an ${email} senden?`,
    removeText:
      'Mail an eine Adresse, die abgewiesen oder sich beschwert hat, schadet der Reputation Ihrer Domain. Heben Sie die Sperre nur auf, wenn die Person darum gebeten hat.',
    removed: 'Sperre aufgehoben.',
    emptyTitle: 'Keine gesperrten Adressen',
    emptyText: 'Hard Bounces, Beschwerden und Abmeldungen werden automatisch hinzugefügt.',
    nothingText: 'Keine Sperre passt. Adressen müssen genau stimmen.',
  },
};
