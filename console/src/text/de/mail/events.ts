import type { events as english } from '../../en/mail/events.ts';

export const events: typeof english = {
  events: {
    intro: 'Alles, was geschieht, sobald es geschieht. Webhooks und die API sagen dasselbe.',
    what: 'Was geschah',
    type: 'Ereignis',
    everyType: 'Jedes Ereignis',
    pause: 'Anhalten',
    resume: 'Weiter',
    paused: 'Angehalten',
    following: 'Folgt',
    payload: 'So erfahren es Programme',
    onlyThis: 'Nur von dieser E-Mail',
    emptyTitle: 'Noch keine Ereignisse',
    emptyText: 'Was aus Mail, Kontakten und Importen wird, steht hier, sobald es geschieht. Auch ein Programm kann folgen:',
    command: 'Befehl, der Ereignissen folgt',
    told: {
      'contact.created': (email) => `Kontakt angelegt: ${email}`,
      'contact.updated': (email) => `Kontakt geändert: ${email}`,
      'contact.import.completed': (file) => `Import beendet: ${file}`,
      'inbound.received': (from) => `Mail empfangen von ${from}`,
      'automation.webhook': (name, email) => `Eine Automation meldet „${name}“ zu ${email}`,
    },
  },
};
