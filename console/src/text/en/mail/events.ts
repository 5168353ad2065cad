export const events = {
  events: {
    intro: 'A live feed of everything that happens. Webhooks and the API report the same events.',
    what: 'Description',
    type: 'Event',
    everyType: 'All events',
    pause: 'Pause',
    resume: 'Resume',
    paused: 'Paused',
    following: 'Live',
    payload: 'Payload',
    onlyThis: 'Only this email',
    emptyTitle: 'No events yet',
    emptyText: 'Events for emails, contacts and imports appear here as they happen. You can also follow them from the command line:',
    command: 'Command to follow events',
    told: {
      'contact.created': (email: string) => `Contact created: ${email}`,
      'contact.updated': (email: string) => `Contact updated: ${email}`,
      'contact.import.completed': (file: string) => `Import finished: ${file}`,
      'inbound.received': (from: string) => `Mail received from ${from}`,
      'automation.webhook': (name: string, email: string) => `An automation sent “${name}” for ${email}`,
    },
  },
};
