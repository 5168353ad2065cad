export const events = {
  events: {
    intro: 'Everything that happens, as it happens. Webhooks and the API report the same.',
    what: 'What happened',
    type: 'Event',
    everyType: 'Every event',
    pause: 'Pause',
    resume: 'Go on',
    paused: 'Paused',
    following: 'Following',
    payload: 'As programs receive it',
    onlyThis: 'Only of this email',
    emptyTitle: 'No events yet',
    emptyText: 'Events of mail, contacts and imports appear here as they happen. A program can follow them too:',
    command: 'Command that follows events',
    told: {
      'contact.created': (email: string) => `Contact created: ${email}`,
      'contact.updated': (email: string) => `Contact changed: ${email}`,
      'contact.import.completed': (file: string) => `Import ended: ${file}`,
      'inbound.received': (from: string) => `Mail received from ${from}`,
      'automation.webhook': (name: string, email: string) => `An automation announced “${name}” for ${email}`,
    },
  },
};
