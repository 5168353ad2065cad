import { countIn } from '../../count.ts';
import type { audiences as english } from '../../en/marketing/audiences.ts';

const count = countIn('de');

export const audiences: typeof english = {
  audiences: {
    intro: 'Listen von Kontakten, an die Rundmails und Automationen gehen können.',
    audience: 'Liste',
    add: 'Liste anlegen',
    edit: 'Bearbeiten',
    description: 'Beschreibung',
    members: 'Mitglieder',
    counted: (members, subscribed) => `${count(members, 'Mitglied', 'Mitglieder')}, davon ${count(subscribed, 'abonniert', 'abonniert')}`,
    addMembers: 'Mitglieder aufnehmen',
    addresses: 'Adressen',
    addressesHint: 'Eine je Zeile, höchstens 100. Wer noch kein Kontakt ist, wird einer.',
    added: (many) => `${count(many, 'Mitglied ist', 'Mitglieder sind')} neu.`,
    refused: (list) => `Nicht aufgenommen: ${list}`,
    remove: 'Entfernen',
    removeText: 'Die Kontakte selbst bleiben, und ihre anderen Listen auch.',
    removeNamed: (email) => `${email} entfernen`,
    removed: (email) => `${email} ist kein Mitglied mehr.`,
    emptyTitle: 'Noch keine Listen',
    emptyText: 'Legen Sie eine für jede Liste an, der man beitreten kann, etwa einen Newsletter.',
    noMembersTitle: 'Noch keine Mitglieder',
    noMembersText: 'Nehmen Sie sie hier mit ihren Adressen auf, oder lassen Sie es Ihr Programm tun.',
    deleteTitle: (name) => `${name} löschen?`,
    deleteText: 'Die Kontakte bleiben. Rundmails und Automationen, die sie nutzen, gehen nicht weiter.',
    deleted: 'Die Liste ist gelöscht.',
  },
};
