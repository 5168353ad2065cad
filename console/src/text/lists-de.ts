import { countIn } from './count.ts';
import type { lists as words } from './lists-en.ts';

const count = countIn('de');

export const lists: typeof words = {
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
};
