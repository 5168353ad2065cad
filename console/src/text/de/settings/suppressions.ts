import { countIn } from '../../count.ts';
import type { suppressions as english } from '../../en/settings/suppressions.ts';

const count = countIn('de');

export const suppressions: typeof english = {
  suppressions: {
    intro: 'Diese Adressen erhalten keine Mail, weil sie abgewiesen, sich beschwert oder abgemeldet haben oder manuell gesperrt wurden.',
    find: 'Nach Adresse suchen',
    everyReason: 'Alle Gründe',
    reason: 'Grund',
    reasons: { manual: 'Manuell', hard_bounce: 'Dauerhaft abgewiesen', complaint: 'Spam-Beschwerde', unsubscribe: 'Abgemeldet' },
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
    lift: 'Aufheben',
    liftNamed: (email) => `Sperre von ${email} aufheben`,
    liftTitle: (email) => `Wieder an ${email} senden?`,
    liftText:
      'Mail an eine Adresse, die abgewiesen oder sich beschwert hat, schadet der Reputation Ihrer Domain. Heben Sie die Sperre nur auf, wenn die Person darum gebeten hat.',
    lifted: 'Sperre aufgehoben.',
    emptyTitle: 'Keine gesperrten Adressen',
    emptyText: 'Hard Bounces, Beschwerden und Abmeldungen werden automatisch hinzugefügt.',
    nothingText: 'Keine Sperre passt. Adressen müssen genau stimmen.',
  },
};
