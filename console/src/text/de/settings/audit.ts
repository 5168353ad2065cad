import type { audit as english } from '../../en/settings/audit.ts';

export const audit: typeof english = {
  audit: {
    intro: 'Was Menschen geändert haben, 400 Tage lang.',
    operatorIntro: 'Was Menschen in allen Mandanten und im Dienst geändert haben, 400 Tage lang.',
    noTenant: 'Der Dienst',
    what: 'Was',
    who: 'Wer',
    object: 'Woran',
    answer: 'Antwort',
    unknown: 'Nicht bekannt',
    emptyTitle: 'Noch nichts',
    emptyText: 'Was Mitglieder ändern, steht hier: wer, was, woran und wann. Anfragen mit API-Schlüssel nicht.',
  },
};
