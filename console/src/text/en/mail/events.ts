export const events = {
  events: {
    intro: 'Everything that happens, as it happens. Webhooks and the API tell the same.',
    what: 'What happened',
    type: 'Event',
    everyType: 'Every event',
    pause: 'Pause',
    resume: 'Go on',
    paused: 'Paused',
    following: 'Following',
    payload: 'As programs are told',
    onlyThis: 'Only of this email',
    emptyTitle: 'No events yet',
    emptyText: 'What becomes of mail, contacts and imports stands here as it happens. A program can follow it too:',
    command: 'Command that follows events',
    told: {
      'contact.created': (email: string) => `Contact created: ${email}`,
      'contact.updated': (email: string) => `Contact changed: ${email}`,
      'contact.import.completed': (file: string) => `Import ended: ${file}`,
      'inbound.received': (from: string) => `Mail received from ${from}`,
      'automation.webhook': (name: string, email: string) => `An automation tells “${name}” of ${email}`,
    },
  },
};
