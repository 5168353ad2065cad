import type { audit as english } from '../../en/settings/audit.ts';

export const audit: typeof english = {
  audit: {
    intro: 'Änderungen durch Personen, 400 Tage lang aufbewahrt.',
    operatorIntro: 'Änderungen durch Personen in allen Mandanten und im Dienst, 400 Tage lang aufbewahrt.',
    noTenant: 'Dienst',
    what: 'Aktion',
    who: 'Person',
    object: 'Objekt',
    answer: 'Ergebnis',
    unknown: 'Unbekannt',
    emptyTitle: 'Noch keine Änderungen',
    emptyText: 'Änderungen von Mitgliedern erscheinen hier: wer was wann geändert hat. Anfragen mit API-Schlüssel sind nicht enthalten.',
  },
};
