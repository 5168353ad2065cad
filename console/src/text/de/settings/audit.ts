import type { audit as english } from '../../en/settings/audit.ts';

export const audit: typeof english = {
  audit: {
    intro: 'Was Menschen geändert haben, 400 Tage lang.',
    what: 'Was',
    who: 'Wer',
    object: 'Woran',
    answer: 'Antwort',
    unknown: 'Nicht bekannt',
    emptyTitle: 'Noch nichts',
    emptyText: 'Was Mitglieder ändern, steht hier: wer, was, woran und wann. Anfragen mit API-Schlüssel nicht.',
  },
};
