import type { mailbox as english } from '../../en/operator/mailbox.ts';

export const mailbox: typeof english = {
  mailbox: {
    intro: 'Mail, die hier bleibt, statt versandt zu werden, solange der Provider „capture:“ ist.',
    mail: 'Mail',
    find: 'Absender, Empfänger oder Betreff',
    size: 'Größe',
    envelopeFrom: 'Umschlag von',
    envelopeTo: 'Umschlag an',
    download: 'Herunterladen',
    emptyTitle: 'Noch keine Mail',
    emptyText: 'Was ein Mandant sendet, erscheint hier von selbst.',
    nothingText: 'Keine Mail hat alle diese Worte in Absender, Empfängern und Betreff.',
  },
};
