import { countIn } from '../count.ts';
import type { lists as english } from '../en/lists.ts';

const count = countIn('de');

export const lists: typeof english = {
  list: {
    save: 'CSV exportieren',
    saveHint: (most) =>
      `Exportiert alle passenden Zeilen, bis zu ${count(most, 'Zeile', 'Zeilen')}. Text, den eine Tabellenkalkulation als Formel behandeln würde, erhält ein ' davor.`,
    gathered: (many) => `${count(many, 'Zeile', 'Zeilen')}…`,
    saved: (many) => `${count(many, 'Zeile', 'Zeilen')} exportiert.`,
    cut: (many) =>
      `Die ersten ${count(many, 'Zeile', 'Zeilen')} wurden exportiert, und es gibt mehr. Grenzen Sie die Filter ein, oder nutzen Sie die API.`,
  },
  bulk: {
    label: 'Ausgewählte Zeilen',
    all: 'Alle angezeigten Zeilen auswählen',
    one: (name) => `${name} auswählen`,
    chosen: (many) => `${count(many, 'Zeile', 'Zeilen')} ausgewählt`,
    clear: 'Auswahl aufheben',
    title: (action, many) => `${action}: ${count(many, 'Zeile', 'Zeilen')}`,
    passedOver: (many) =>
      `Bei ${count(many, 'ausgewählten Zeile', 'ausgewählten Zeilen')} ist das nicht möglich; dort bleibt alles unverändert.`,
    progress: (done, all) => `${done} von ${count(all, 'Zeile', 'Zeilen')}`,
    stop: 'Stoppen',
    done: (action, many) => `${action}: bei ${count(many, 'Zeile', 'Zeilen')} erledigt.`,
    result: (done, refused, left) =>
      `${[
        `Bei ${count(done, 'Zeile', 'Zeilen')} erledigt`,
        `bei ${refused} abgelehnt`,
        ...(left > 0 ? [`bei ${left} nicht versucht`] : []),
      ].join(', ')}.`,
  },
  search: {
    until: (time) => `Keine weiteren Treffer seit ${time}.`,
    goOn: 'Weiter zurück suchen',
    clear: (filter) => `Filter entfernen: ${filter}`,
    find: 'Nach Empfänger oder Betreff suchen',
    filters: 'Filter',
    more: (many) => (many === 0 ? 'Filter' : `Filter (${many})`),
    apply: 'Anwenden',
    every: 'Alle',
    recipient: 'Empfänger',
    recipientHint: 'Die vollständige Adresse, in An, Cc oder Bcc.',
    from: 'Absender',
    partHint: 'Ein Teil genügt.',
    subject: 'Betreff',
    domain: 'Domain',
    stream: 'Stream',
    template: 'Vorlage',
    templateHint: 'Der Alias der Vorlage.',
    broadcast: 'Rundmail',
    tag: 'Tag',
    tagHint: 'Zum Beispiel order oder order:1042.',
    firstDay: 'Startdatum',
    lastDay: 'Enddatum',
    everyState: 'Alle Status',
    nothingText: 'Keine E-Mail entspricht allen Filtern. Adressen und Tags müssen genau stimmen; bei Absender und Betreff genügt ein Teil.',
    attribute: 'Merkmal, etwa plan:pro',
  },
};
