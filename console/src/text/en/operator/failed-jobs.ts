export const failedJobs = {
  failedJobs: {
    intro: 'Background jobs that failed for good within the last 14 days, after five attempts. Their work is not lost.',
    what: 'What',
    queues: {
      deliver: 'Delivery of mail',
      deliver_flood: 'Delivery of mail during a flood',
      deliver_bulk: 'Delivery of marketing mail',
      fanout: 'Creating the mail of a broadcast',
      automation: 'Steps of an automation',
      import: 'Import of contacts',
      webhook: 'Delivery to a webhook',
    },
    failedAt: 'Given up',
    attempts: 'Starts',
    objects: 'Its work',
    noTenant: 'Its work no longer exists',
    noError: 'No reason was recorded.',
    help: (job: string) =>
      `The recurring job ${job} finds due work and continues it. Email that a worker had started is retried after a while, as after any failure; webhook deliveries, and email that no worker had started, within an hour.`,
    bringBack: 'Look for its work now',
    emptyTitle: 'No job failed for good',
    emptyText: 'A job that fails five times is listed here for 14 days, with whose work it was and why it failed.',
    noneOfTenant: 'No job that failed in the last 14 days had work of this tenant.',
  },
};
