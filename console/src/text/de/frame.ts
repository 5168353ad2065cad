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
    label: 'Suchen, öffnen…',
    short: 'Suchen',
    placeholder: 'Eine Seite, eine Aktion, eine Adresse, die ID einer E-Mail',
    nothing: 'Nichts heißt so.',
    go: 'Gehe zu',
    make: 'Anlegen',
    more: 'Mehr',
  },
  keys: {
    title: 'Tastenkürzel',
    palette: 'Suchen, öffnen',
    search: 'In der Liste suchen',
    rows: 'Nächste, vorige Zeile',
    open: 'Zeile öffnen',
    choose: 'Zeile wählen',
    chooseTo: 'Alle Zeilen bis hierher wählen',
    chosen: 'Zu dem, was damit geht',
    create: 'Anlegen',
    back: 'Zurück oder schließen',
    help: 'Diese Liste',
    single: 'Kürzel aus einer einzelnen Taste',
    singleHint: 'Schalten Sie sie aus, wenn Sie mit dem Rechner sprechen oder aus Versehen Tasten drücken.',
  },
  missing: {
    title: 'Hier ist nichts',
    text: 'Die Adresse stimmt nicht, was hier war, ist fort, oder Sie gehören nicht zu diesem Mandanten.',
    home: 'Zur Übersicht',
  },
  suspended: {
    title: (tenant) => `${tenant} ist gesperrt`,
    text: 'Der Betreiber dieses Dienstes hat den Mandanten gesperrt. Seine API-Schlüssel werden abgewiesen, seine Mail wartet; nichts geht verloren, und alles geht weiter, sobald er wieder freigegeben ist.',
    ask: 'Wer diesen Dienst betreibt, kann das ändern.',
    byYou: 'Als Betreiber können Sie ihn auf seiner Seite wieder freigeben.',
  },
  broken: {
    older: {
      title: 'Diese Seite ist von einer älteren Version',
      text: 'Ein Teil von ihr ließ sich nicht laden, so wie nach einem Update des Dienstes. Laden Sie die Seite neu, um die neue zu bekommen.',
    },
    fault: { title: 'In dieser Seite ging etwas schief', text: 'Laden Sie sie neu. Was gespeichert ist, bleibt unberührt.' },
    reload: 'Seite neu laden',
  },
  home: {
    title: 'Sie gehören noch zu keinem Mandanten',
    text: (email) => `Sie sind als ${email} angemeldet. Bitten Sie einen Inhaber, diese Adresse einzuladen.`,
  },
};
