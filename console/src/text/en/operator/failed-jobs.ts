export const failedJobs = {
  failedJobs: {
    intro:
      'Background jobs that were given up within the last 14 days: their fifth start has failed too. What they were to do is not lost.',
    what: 'What',
    queues: {
      deliver: 'Delivery of mail',
      deliver_flood: 'Delivery of mail of a flood',
      deliver_bulk: 'Delivery of marketing mail',
      fanout: 'Making the mail of a broadcast',
      automation: 'Steps of an automation',
      import: 'Import of contacts',
      webhook: 'Delivery to a webhook',
    },
    failedAt: 'Given up',
    attempts: 'Starts',
    objects: 'What it was to work off',
    noTenant: 'Its work is gone by now',
    noError: 'Nobody said why.',
    help: (job: string) =>
      `The recurring job ${job} looks for what is due and goes on with it. Email that a worker had begun is tried again after a while, as after any failure; deliveries to webhooks, and email that nobody had begun, within an hour.`,
    bringBack: 'Look for its work now',
    emptyTitle: 'No job was given up',
    emptyText: 'A job that fails five times stands here for 14 days, with whose work it was and why it failed.',
    noneOfTenant: 'None of those of the last 14 days had work of this tenant.',
  },
};
