import { countIn } from '../../count.ts';
import type { overview as english } from '../../en/mail/overview.ts';

const count = countIn('de');

export const overview: typeof english = {
  overview: {
    begin: 'Ihre erste E-Mail',
    done: 'Erledigt:',
    open: 'Zu tun:',
    addDomain: 'Fügen Sie die Domain hinzu, von der Sie senden',
    verifyDomain: (name) => `Veröffentlichen Sie die DNS-Einträge von ${name}`,
    domainText: 'Empfänger glauben Mail von einer Domain, deren Einträge das sagen.',
    makeKey: 'Legen Sie einen API-Schlüssel an',
    keyText: 'Ihr Programm zeigt ihn bei jeder Anfrage vor.',
    sendFirst: 'Senden Sie eine E-Mail',
    day: 'E-Mails in 24 Stunden',
    month: 'E-Mails in 30 Tagen',
    contacts: 'Kontakte',
    storage: 'Speicher',
    noLimit: 'ohne Grenze',
    of: (limit) => `von ${limit}`,
    trouble: 'In Schwierigkeiten',
    recent: 'Neueste E-Mails',
    all: 'Alle E-Mails',
  },
  charts: {
    time: 'Zeit',
    read: (label) => `${label}: durch die Balken gehen`,
    unit: { hour: 'Nach Stunden', day: 'Nach Tagen' },
    notAll: 'Ein Teil der Mail wird noch gezählt.',
  },
  activity: {
    title: 'Aktivität',
    range: 'Zeitraum',
    ranges: { '7': 'Letzte 7 Tage', '30': 'Letzte 30 Tage', '90': 'Letzte 90 Tage' },
    figures: 'Als Balken zeigen',
    measures: {
      sent: 'Versandt',
      delivered: 'Zugestellt',
      opened: 'Öffnungen',
      clicked: 'Klicks',
      bounced: 'Abweisungen',
      complained: 'Beschwerden',
    },
    unreported: 'keine gemeldet',
    nothing: 'In dieser Zeit wurde nichts gesendet.',
    rates: 'Worauf Empfänger achten',
    rateNames: { bounces: 'Adressen, die es nicht gibt', complaints: 'Als Spam gemeldet' },
    tooFew: 'Zu wenige E-Mails für ein Urteil: mindestens 100.',
    bounceRules: {
      good: (watch) => `Gut: unter ${watch}.`,
      warn: (watch, act) => `Über ${watch}. Ab ${act} beginnen Empfänger abzuweisen. Senden Sie nur an bestätigte Adressen.`,
      error: (_, act) => `Über ${act}: Solche Mail weisen Empfänger ab. Senden Sie nicht mehr an alte Listen.`,
    },
    complaintRules: {
      good: (watch) => `Gut: unter ${watch}.`,
      warn: (watch, act) =>
        `Über ${watch}. Ab ${act} weisen Gmail und Yahoo ab. Schreiben Sie nur, wer darum bat, und machen Sie das Abmelden leicht.`,
      error: (_, act) => `Über ${act}: Solche Mail weisen Gmail und Yahoo ab. Senden Sie kein Marketing, bis es weniger ist.`,
    },
  },
  trouble: {
    domain: { pending: 'Die DNS-Einträge wurden noch nicht gefunden', failed: 'Die DNS-Einträge sind nicht mehr da' },
    domains: (many) => `${count(many, 'weitere Domain ist', 'weitere Domains sind')} nicht bestätigt`,
    webhooks: (many) => count(many, 'weiterer Endpunkt scheitert', 'weitere Endpunkte scheitern'),
    bounces: (share) => `${share} der Adressen gibt es nicht`,
    complaints: (share) => `${share} meldeten die Mail als Spam`,
    failed: (many) => `An ${count(many, 'Empfänger', 'Empfänger')} konnte nicht gesendet werden`,
    low: (share) => `${share} der Grenze sind verbraucht`,
    stopped: 'Stehen geblieben',
    see: 'Ansehen',
  },
};
