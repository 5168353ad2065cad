import { countIn } from '../count.ts';
import type { lists as english } from '../en/lists.ts';

const count = countIn('de');

export const lists: typeof english = {
  list: {
    save: 'CSV',
    saveHint: (most) =>
      `Alles, was passt, als Datei, bis zu ${count(most, 'Zeile', 'Zeilen')}. Vor dem, was eine Tabellenkalkulation für eine Formel hielte, steht ein '.`,
    gathered: (many) => `${count(many, 'Zeile', 'Zeilen')}…`,
    saved: (many) => `Die Datei hat ${count(many, 'Zeile', 'Zeilen')}.`,
    cut: (many) =>
      `Die Datei hat die ersten ${count(many, 'Zeile', 'Zeilen')}, und es gibt mehr. Grenzen Sie die Filter ein, oder holen Sie sie über die API.`,
  },
  bulk: {
    label: 'Gewählte Zeilen',
    all: 'Alle gezeigten wählen',
    one: (name) => `${name} wählen`,
    chosen: (many) => `${count(many, 'Zeile', 'Zeilen')} gewählt`,
    clear: 'Keine wählen',
    title: (action, many) => `${action}: ${count(many, 'Zeile', 'Zeilen')}`,
    passedOver: (many) => `Bei ${count(many, 'gewählten Zeile', 'gewählten Zeilen')} geht das nicht; daran ändert sich nichts.`,
    progress: (done, all) => `${done} von ${count(all, 'Zeile', 'Zeilen')}`,
    stop: 'Anhalten',
    done: (action, many) => `${action}: bei ${count(many, 'Zeile', 'Zeilen')} erledigt.`,
    result: (done, refused, left) =>
      `${[
        `Bei ${count(done, 'Zeile', 'Zeilen')} erledigt`,
        `bei ${refused} abgelehnt`,
        ...(left > 0 ? [`bei ${left} nicht versucht`] : []),
      ].join(', ')}.`,
  },
  search: {
    until: (time) => `Bis zurück zum ${time} ist es alles.`,
    goOn: 'Weiter zurück suchen',
    clear: (filter) => `Filter wegnehmen: ${filter}`,
    find: 'Empfänger oder Worte des Betreffs',
    filters: 'Filter',
    more: (many) => (many === 0 ? 'Filter' : `Filter (${many})`),
    apply: 'Suchen',
    every: 'Jede',
    recipient: 'Empfänger',
    recipientHint: 'Die ganze Adresse, in An, Cc oder Bcc.',
    from: 'Absender',
    partHint: 'Ein Teil genügt.',
    subject: 'Betreff',
    domain: 'Domain',
    stream: 'Strom',
    template: 'Vorlage',
    templateHint: 'Ihr Alias.',
    broadcast: 'Rundmail',
    tag: 'Tag',
    tagHint: 'Etwa order, oder order:1042.',
    firstDay: 'Von diesem Tag an',
    lastDay: 'Bis zu diesem Tag',
    everyState: 'Jeder Stand',
    nothingText: 'Keine E-Mail hat das alles. Adressen und Tags müssen ganz stimmen; von Absender und Betreff genügt ein Teil.',
    attribute: 'Merkmal, etwa plan:pro',
  },
};
