import type { mailbox as english } from '../../en/operator/mailbox.ts';

export const mailbox: typeof english = {
  mailbox: {
    intro: 'Solange der Provider „capture:“ ist, wird Mail hier abgefangen, statt versandt zu werden.',
    mail: 'Mail',
    find: 'Absender, Empfänger oder Betreff',
    size: 'Größe',
    envelopeFrom: 'Envelope-Absender',
    envelopeTo: 'Envelope-Empfänger',
    download: 'Herunterladen',
    emptyTitle: 'Noch keine Mail',
    emptyText: 'Mail, die ein Mandant sendet, erscheint hier automatisch.',
    nothingText: 'Keine Mail enthält alle diese Wörter in Absender, Empfängern oder Betreff.',
  },
};
