import { countIn } from '../../count.ts';
import type { suppressions as english } from '../../en/settings/suppressions.ts';

const count = countIn('de');

export const suppressions: typeof english = {
  suppressions: {
    intro: 'Diese Adressen bekommen keine Mail: Sie wiesen ab, beschwerten sich, meldeten sich ab oder wurden von Hand gesperrt.',
    find: 'Adresse suchen',
    everyReason: 'Jeder Grund',
    reason: 'Grund',
    reasons: { manual: 'Von Hand', hard_bounce: 'Dauerhaft abgewiesen', complaint: 'Spam-Beschwerde', unsubscribe: 'Abgemeldet' },
    scope: 'Hält zurück',
    scopes: { all: 'Alle Mail', marketing: 'Marketing' },
    since: 'Seit',
    address: 'Adresse',
    add: 'Adressen sperren',
    addText: 'Sie bekommen keine Mail, bis Sie die Sperre aufheben.',
    addresses: 'Adressen',
    addressesHint: (most) => `Eine je Zeile, höchstens ${most}.`,
    added: (many) => `${count(many, 'Adresse ist', 'Adressen sind')} gesperrt.`,
    refused: (list) => `Keine Adressen: ${list}`,
    lift: 'Aufheben',
    liftNamed: (email) => `Sperre von ${email} aufheben`,
    liftTitle: (email) => `Wieder an ${email} senden?`,
    liftText:
      'Mail an eine Adresse, die abwies oder sich beschwerte, schadet dem Ruf Ihrer Domain. Heben Sie die Sperre nur auf, wenn die Person darum bat.',
    lifted: 'Die Sperre ist aufgehoben.',
    emptyTitle: 'Niemand ist gesperrt',
    emptyText: 'Dauerhafte Abweisungen, Beschwerden und Abmeldungen kommen von selbst hierher.',
    nothingText: 'Keine Sperre passt. Adressen müssen genau stimmen.',
  },
};
