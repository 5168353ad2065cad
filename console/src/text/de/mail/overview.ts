import { countIn } from '../../count.ts';
import type { overview as english } from '../../en/mail/overview.ts';

const count = countIn('de');

export const overview: typeof english = {
  overview: {
    begin: 'Senden Sie Ihre erste E-Mail',
    done: 'Erledigt:',
    open: 'Zu tun:',
    addDomain: 'Fügen Sie Ihre Absenderdomain hinzu',
    verifyDomain: (name) => `Veröffentlichen Sie die DNS-Einträge für ${name}`,
    domainText: 'Die DNS-Einträge der Domain belegen gegenüber E-Mail-Anbietern, dass die Mail von Ihnen ist.',
    makeKey: 'Legen Sie einen API-Schlüssel an',
    keyText: 'Ihre Anwendung sendet ihn mit jeder Anfrage mit.',
    sendFirst: 'Senden Sie eine E-Mail',
    day: 'E-Mails in 24 Stunden',
    month: 'E-Mails in 30 Tagen',
    contacts: 'Kontakte',
    storage: 'Speicher',
    noLimit: 'unbegrenzt',
    of: (limit) => `von ${limit}`,
    trouble: 'Handlungsbedarf',
    recent: 'Neueste E-Mails',
    all: 'Alle E-Mails',
  },
  charts: {
    time: 'Zeit',
    read: (label) => `${label}: Balken durchgehen`,
    unit: { hour: 'Nach Stunden', day: 'Nach Tagen' },
    notAll: 'Einige E-Mails werden noch gezählt.',
  },
  activity: {
    title: 'Aktivität',
    range: 'Zeitraum',
    ranges: { '7': 'Letzte 7 Tage', '30': 'Letzte 30 Tage', '90': 'Letzte 90 Tage' },
    figures: 'Im Diagramm gezeigt',
    measures: {
      sent: 'Gesendet',
      delivered: 'Zugestellt',
      opened: 'Öffnungen',
      clicked: 'Klicks',
      bounced: 'Bounces',
      complained: 'Beschwerden',
    },
    unreported: 'keine gemeldet',
    nothing: 'In diesem Zeitraum wurde nichts gesendet.',
    rates: 'Zustellbarkeit',
    rateNames: { bounces: 'Ungültige Adressen', complaints: 'Spam-Beschwerden' },
    tooFew: 'Noch zu wenige Daten: Mindestens 100 E-Mails sind nötig.',
    bounceRules: {
      good: (watch) => `Gut: unter ${watch}.`,
      warn: (watch, act) => `Über ${watch}. Ab ${act} beginnen E-Mail-Anbieter, Mail abzuweisen. Senden Sie nur an bestätigte Adressen.`,
      error: (_, act) => `Über ${act}: E-Mail-Anbieter weisen solche Mail ab. Senden Sie nicht mehr an alte Listen.`,
    },
    complaintRules: {
      good: (watch) => `Gut: unter ${watch}.`,
      warn: (watch, act) =>
        `Über ${watch}. Ab ${act} weisen Gmail und Yahoo Mail ab. Senden Sie nur an Personen, die zugestimmt haben, und machen Sie das Abmelden leicht.`,
      error: (_, act) => `Über ${act}: Gmail und Yahoo weisen solche Mail ab. Pausieren Sie Marketing-Mail, bis die Quote sinkt.`,
    },
  },
  trouble: {
    domain: { pending: 'DNS-Einträge noch nicht gefunden', failed: 'DNS-Einträge fehlen' },
    domains: (many) => `${count(many, 'weitere Domain ist', 'weitere Domains sind')} nicht bestätigt`,
    webhooks: (many) => count(many, 'weiterer Endpunkt mit Fehlern', 'weitere Endpunkte mit Fehlern'),
    bounces: (share) => `${share} der Adressen sind ungültig`,
    complaints: (share) => `${share} haben Ihre Mail als Spam gemeldet`,
    failed: (many) => `${count(many, 'Empfänger', 'Empfänger')} nicht erreicht`,
    low: (share) => `${share} des Limits verbraucht`,
    stopped: 'Gestoppt',
  },
};
