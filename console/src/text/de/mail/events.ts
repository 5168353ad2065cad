import type { events as english } from '../../en/mail/events.ts';

export const events: typeof english = {
  events: {
    intro: 'Alles, was geschieht, in Echtzeit. Webhooks und die API melden dieselben Ereignisse.',
    what: 'Beschreibung',
    type: 'Ereignis',
    everyType: 'Alle Ereignisse',
    pause: 'Pausieren',
    resume: 'Fortsetzen',
    paused: 'Pausiert',
    following: 'Live',
    payload: 'Payload',
    onlyThis: 'Nur diese E-Mail',
    emptyTitle: 'Noch keine Ereignisse',
    emptyText:
      'Ereignisse zu E-Mails, Kontakten und Importen erscheinen hier, sobald sie geschehen. Sie können ihnen auch auf der Kommandozeile folgen:',
    command: 'Befehl zum Verfolgen von Ereignissen',
    told: {
      'contact.created': (email) => `Kontakt angelegt: ${email}`,
      'contact.updated': (email) => `Kontakt geändert: ${email}`,
      'contact.import.completed': (file) => `Import abgeschlossen: ${file}`,
      'inbound.received': (from) => `Mail empfangen von ${from}`,
      'automation.webhook': (name, email) => `Eine Automation hat „${name}“ zu ${email} gesendet`,
    },
  },
};
