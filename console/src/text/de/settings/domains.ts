import type { domains as english } from '../../en/settings/domains.ts';

export const domains: typeof english = {
  domainStates: { pending: 'Nicht bestätigt', verified: 'Bestätigt', failed: 'Gescheitert' },
  recordStates: { pending: 'Noch nicht gefunden', verified: 'Gefunden', failed: 'Falsch', unknown: 'Nicht geprüft' },
  domains: {
    intro: 'Domains, von denen Sie senden. Ihre DNS-Einträge belegen gegenüber E-Mail-Anbietern, dass die Mail von Ihnen ist.',
    add: 'Domain hinzufügen',
    addText: 'Eine Subdomain wie mail.example.com trennt ihre Reputation von der Ihrer übrigen Mail.',
    name: 'Domain',
    nameHint: 'Der Teil Ihrer Absenderadresse nach dem @.',
    emptyTitle: 'Noch keine Domains',
    emptyText:
      'Fügen Sie die Domain hinzu, von der Sie senden. Sie erhalten DNS-Einträge zum Veröffentlichen; sobald sie gefunden werden, ist die Domain bestätigt.',
  },
  domain: {
    title: 'Domain',
    states: {
      pending: 'Veröffentlichen Sie die Einträge unten. Sie werden drei Tage lang regelmäßig geprüft; „Jetzt prüfen“ prüft sie sofort.',
      verified: 'Sie können von dieser Domain senden.',
      failed: 'Die Einträge waren vorhanden und fehlen jetzt: Nichts wird gesendet, bis sie wieder da sind und „Jetzt prüfen“ sie findet.',
    },
    vouchedFor:
      'Sie können von dieser Domain senden, weil der Betreiber sie freigegeben hat. Ihre Einträge werden nicht geprüft; veröffentlichen Sie sie trotzdem, denn E-Mail-Anbieter suchen danach.',
    records: 'DNS-Einträge',
    purposes: {
      dkim: 'DKIM-Signatur',
      return_path: 'Return-Path',
      spf: 'SPF',
      dmarc: 'DMARC-Richtlinie',
      tracking: 'Tracking',
      inbound: 'Mailempfang',
    },
    type: 'Typ',
    name: 'Name',
    value: 'Wert',
    found: 'Gefunden',
    noHost: {
      mail: 'Der Dienst hat keinen Hostnamen für einen MX-Eintrag. Der Betreiber muss SMTP_HOSTNAME setzen, oder BASE_URL auf eine Adresse mit Namen.',
      links:
        'Der Dienst hat keinen Hostnamen für einen CNAME-Eintrag. Der Betreiber muss LINK_BASE_URL setzen, oder BASE_URL auf eine Adresse mit Namen.',
    },
    nothing: 'Kein Eintrag unter diesem Namen',
    noAnswer: 'DNS hat nicht geantwortet',
    copyName: (purpose) => `Name von ${purpose}`,
    copyValue: (purpose) => `Wert von ${purpose}`,
    check: 'Jetzt prüfen',
    checked: {
      pending: 'Noch nicht alle Einträge gefunden.',
      verified: 'Alle erforderlichen Einträge gefunden.',
      failed: 'Ein erforderlicher Eintrag fehlt.',
    },
    zone: 'Zonendatei',
    zoneText: 'Dieselben Einträge als Text, für DNS-Anbieter, die Zonendateien einlesen.',
    settings: 'Einstellungen',
    opens: 'Öffnungen erfassen',
    opensHint: 'Mit einem Bild, das das E-Mail-Programm des Lesers lädt.',
    clicks: 'Klicks erfassen',
    clicksHint: 'Links werden so umgeschrieben, dass sie über diesen Dienst führen, der den Klick erfasst.',
    inbound: 'Mail empfangen',
    inboundHint: 'Mail an diese Domain wird angenommen und unter „Eingang“ angezeigt.',
    deleteTitle: (name) => `${name} löschen?`,
    deleteText: 'Sie können nicht mehr von ihr senden, und noch wartende E-Mails von ihr schlagen fehl.',
    deleted: 'Domain gelöscht.',
  },
};
