export const failedJobs = {
  failedJobs: {
    intro: 'Background jobs that failed five times and were given up within the last 14 days. Their work is not lost.',
    what: 'Job',
    queues: {
      deliver: 'Email delivery',
      deliver_flood: 'Email delivery during a flood',
      deliver_bulk: 'Marketing email delivery',
      fanout: 'Preparing a broadcast',
      automation: 'Automation steps',
      import: 'Contact import',
      webhook: 'Webhook delivery',
    },
    failedAt: 'Given up at',
    attempts: 'Attempts',
    objects: 'Affected objects',
    noTenant: 'The affected objects no longer exist',
    noError: 'No error was recorded.',
    help: (job: string) =>
      `The recurring job ${job} finds due work and continues it. Emails that a worker had started on are retried after a while, as after any failure; webhook deliveries, and emails that no worker had started on, within an hour.`,
    emptyTitle: 'No failed jobs',
    emptyText: 'A job that fails five times is listed here for 14 days, with its tenant and the error.',
    noneOfTenant: 'None of the jobs that failed in the last 14 days belonged to this tenant.',
  },
};
