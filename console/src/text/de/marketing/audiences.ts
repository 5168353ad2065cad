import { countIn } from '../../count.ts';
import type { audiences as english } from '../../en/marketing/audiences.ts';

const count = countIn('de');

export const audiences: typeof english = {
  audiences: {
    intro: 'Listen von Kontakten für Rundmails und Automationen.',
    audience: 'Liste',
    add: 'Liste anlegen',
    edit: 'Bearbeiten',
    description: 'Beschreibung',
    members: 'Mitglieder',
    counted: (members, subscribed) => `${count(members, 'Mitglied', 'Mitglieder')}, davon ${count(subscribed, 'abonniert', 'abonniert')}`,
    addMembers: 'Mitglieder hinzufügen',
    addresses: 'Adressen',
    addressesHint: 'Eine pro Zeile, bis zu 100. Neue Adressen werden als Kontakte angelegt.',
    added: (many) => `${count(many, 'Mitglied', 'Mitglieder')} hinzugefügt.`,
    refused: (list) => `Nicht hinzugefügt: ${list}`,
    remove: 'Entfernen',
    removeText: 'Die Kontakte bleiben erhalten, auch in ihren anderen Listen.',
    removeNamed: (email) => `${email} entfernen`,
    removed: (email) => `${email} aus der Liste entfernt.`,
    emptyTitle: 'Noch keine Listen',
    emptyText: 'Legen Sie für jeden Verteiler eine Liste an, etwa für einen Newsletter.',
    findMember: 'Nach Adresse suchen',
    notMemberText: 'Kein Mitglied hat diese Adresse. Sie muss genau übereinstimmen.',
    noMembersTitle: 'Noch keine Mitglieder',
    noMembersText: 'Fügen Sie sie mit ihren Adressen hinzu, oder lassen Sie das Ihre Anwendung bei der Registrierung tun.',
    deleteTitle: (name) => `${name} löschen?`,
    deleteText: 'Die Kontakte bleiben erhalten. Rundmails und Automationen, die diese Liste nutzen, können nicht fortfahren.',
    deleted: 'Liste gelöscht.',
  },
};
