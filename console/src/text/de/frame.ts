import type { frame as english } from '../en/frame.ts';

export const frame: typeof english = {
  frame: {
    account: 'Ihr Konto',
    navigation: 'Navigation',
    openNavigation: 'Navigation öffnen',
    operator: 'Betreiber',
    signOut: 'Abmelden',
    skip: 'Zum Inhalt springen',
    tenant: (name) => `Mandant: ${name}`,
    tenants: 'Mandanten',
  },
  palette: {
    label: 'Suchen oder öffnen…',
    short: 'Suchen',
    placeholder: 'Seite, Aktion, E-Mail-Adresse oder ID einer E-Mail',
    nothing: 'Keine Ergebnisse.',
    go: 'Öffnen',
    make: 'Anlegen',
    more: 'Mehr',
  },
  keys: {
    title: 'Tastenkürzel',
    palette: 'Suchen oder öffnen',
    search: 'In der Liste suchen',
    rows: 'Nächste oder vorige Zeile',
    open: 'Zeile öffnen',
    choose: 'Zeile auswählen',
    chooseTo: 'Alle Zeilen bis hierher auswählen',
    chosen: 'Zu den Aktionen für ausgewählte Zeilen',
    create: 'Anlegen',
    back: 'Zurück oder schließen',
    help: 'Tastenkürzel anzeigen',
    single: 'Tastenkürzel mit einer einzelnen Taste',
    singleHint: 'Schalten Sie sie aus, wenn Sie Spracheingabe nutzen oder versehentlich Tasten drücken.',
  },
  missing: {
    title: 'Seite nicht gefunden',
    text: 'Die Adresse stimmt nicht, der Inhalt wurde gelöscht, oder Sie sind kein Mitglied dieses Mandanten.',
    home: 'Zur Übersicht',
  },
  suspended: {
    title: (tenant) => `${tenant} ist gesperrt`,
    text: 'Der Betreiber dieses Dienstes hat diesen Mandanten gesperrt. Seine API-Schlüssel werden abgewiesen, seine E-Mails zurückgehalten. Nichts geht verloren: Alles läuft weiter, sobald die Sperre aufgehoben ist.',
    ask: 'Wenden Sie sich an den Betreiber des Dienstes, um die Sperre aufheben zu lassen.',
    byYou: 'Als Betreiber können Sie den Mandanten auf seiner Seite entsperren.',
  },
  broken: {
    older: {
      title: 'Diese Seite ist veraltet',
      text: 'Ein Teil ließ sich nicht laden, vermutlich weil der Dienst aktualisiert wurde. Laden Sie die Seite neu, um die neue Version zu bekommen.',
    },
    fault: { title: 'Auf dieser Seite ist etwas schiefgegangen', text: 'Laden Sie sie neu. Gespeicherte Daten sind nicht betroffen.' },
    reload: 'Seite neu laden',
  },
  home: {
    title: 'Sie sind noch in keinem Mandanten Mitglied',
    text: (email) => `Sie sind als ${email} angemeldet. Bitten Sie den Inhaber eines Mandanten, diese Adresse einzuladen.`,
  },
};
