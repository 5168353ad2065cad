import type { domains as english } from '../../en/settings/domains.ts';

export const domains: typeof english = {
  domainStates: { pending: 'Nicht bestätigt', verified: 'Bestätigt', failed: 'Gescheitert' },
  recordStates: { pending: 'Noch nicht gefunden', verified: 'Gefunden', failed: 'Nicht wie verlangt', unknown: 'Nicht nachgesehen' },
  domains: {
    intro: 'Sie senden von Adressen bei diesen Domains. Ihre DNS-Einträge sagen Empfängern, dass die Mail von Ihnen ist.',
    add: 'Domain hinzufügen',
    addText: 'Eine Subdomain wie mail.example.com hält ihren Ruf von Ihrer übrigen Mail getrennt.',
    name: 'Domain',
    nameHint: 'Was nach dem @ Ihres Absenders steht.',
    emptyTitle: 'Noch keine Domains',
    emptyText: 'Fügen Sie die Domain hinzu, von der Sie senden. Sie bekommen die DNS-Einträge, und sie gilt, sobald sie gefunden werden.',
  },
  domain: {
    title: 'Domain',
    states: {
      pending: 'Veröffentlichen Sie die Einträge unten. In den ersten drei Tagen wird immer wieder nachgesehen, mit „Jetzt prüfen“ sofort.',
      verified: 'Sie können von dieser Domain senden.',
      failed:
        'Die Einträge wurden einmal gefunden und jetzt nicht mehr: Nichts wird gesendet, bis sie wieder da sind und „Jetzt prüfen“ sie findet.',
    },
    vouchedFor:
      'Sie können von dieser Domain senden: Der Betreiber verbürgt sich für sie. Ihre Einträge werden nicht nachgesehen; veröffentlicht werden sollten sie trotzdem, denn Empfänger sehen nach.',
    records: 'DNS-Einträge',
    purposes: {
      dkim: 'DKIM-Signatur',
      return_path: 'Rückweg',
      spf: 'SPF',
      dmarc: 'DMARC-Richtlinie',
      tracking: 'Verfolgte Links',
      inbound: 'Empfangene Mail',
    },
    type: 'Typ',
    name: 'Name',
    value: 'Wert',
    found: 'Gefunden',
    noHost: {
      mail: 'Der Dienst hat keinen Hostnamen, den ein MX-Eintrag nennen könnte. Der Betreiber setzt SMTP_HOSTNAME oder BASE_URL auf eine Adresse mit Namen.',
      links:
        'Der Dienst hat keinen Hostnamen, den ein CNAME-Eintrag nennen könnte. Der Betreiber setzt LINK_BASE_URL oder BASE_URL auf eine Adresse mit Namen.',
    },
    nothing: 'Nichts unter diesem Namen',
    noAnswer: 'DNS hat nicht geantwortet',
    copyName: (purpose) => `Name von ${purpose}`,
    copyValue: (purpose) => `Wert von ${purpose}`,
    check: 'Jetzt prüfen',
    checked: {
      pending: 'Noch wurden nicht alle Einträge gefunden.',
      verified: 'Jeder nötige Eintrag wurde gefunden.',
      failed: 'Ein nötiger Eintrag fehlt.',
    },
    zone: 'Zonendatei',
    zoneText: 'Dieselben Einträge als Text, für DNS-Anbieter, die Zonendateien einlesen.',
    settings: 'Einstellungen',
    opens: 'Öffnungen zählen',
    opensHint: 'Mit einem Bild, das das Programm des Lesers lädt.',
    clicks: 'Klicks zählen',
    clicksHint: 'Links führen über Ihre Tracking-Domain.',
    inbound: 'Mail empfangen',
    inboundHint: 'Mail an diese Domain wird angenommen und kann über die API gelesen werden.',
    deleteTitle: (name) => `${name} löschen?`,
    deleteText: 'Von ihr kann nichts mehr gesendet werden. Mail, die noch wartet, scheitert.',
    deleted: 'Die Domain ist gelöscht.',
  },
};
