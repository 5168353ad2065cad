import { countIn } from '../../count.ts';

const count = countIn('en');

export const overview = {
  overview: {
    begin: 'Send your first email',
    done: 'Done:',
    open: 'To do:',
    addDomain: 'Add your sending domain',
    verifyDomain: (name: string) => `Publish the DNS records for ${name}`,
    domainText: 'The DNS records of the domain prove to mailbox providers that the mail is yours.',
    makeKey: 'Create an API key',
    keyText: 'Your application sends it with each request.',
    sendFirst: 'Send an email',
    day: 'Emails in 24 hours',
    month: 'Emails in 30 days',
    contacts: 'Contacts',
    storage: 'Storage',
    noLimit: 'no limit',
    of: (limit: string) => `of ${limit}`,
    trouble: 'Needs attention',
    recent: 'Latest emails',
    all: 'All emails',
  },
  charts: {
    time: 'Time',
    read: (label: string) => `${label}: step through the bars`,
    unit: { hour: 'By hour', day: 'By day' },
    notAll: 'Some emails are still being counted.',
  },
  activity: {
    title: 'Activity',
    range: 'Period',
    ranges: { '7': 'Last 7 days', '30': 'Last 30 days', '90': 'Last 90 days' },
    figures: 'Shown in the chart',
    measures: {
      sent: 'Sent',
      delivered: 'Delivered',
      opened: 'Opens',
      clicked: 'Clicks',
      bounced: 'Bounces',
      complained: 'Complaints',
    },
    unreported: 'none reported',
    nothing: 'Nothing was sent in this period.',
    rates: 'Deliverability',
    rateNames: { bounces: 'Invalid addresses', complaints: 'Spam complaints' },
    tooFew: 'Not enough data yet: at least 100 emails are needed.',
    bounceRules: {
      good: (watch: string) => `Good: below ${watch}.`,
      warn: (watch: string, act: string) =>
        `Above ${watch}. From ${act} on, mailbox providers start to reject mail. Send only to confirmed addresses.`,
      error: (_: string, act: string) => `Above ${act}: mailbox providers reject mail like this. Stop sending to old lists.`,
    },
    complaintRules: {
      good: (watch: string) => `Good: below ${watch}.`,
      warn: (watch: string, act: string) =>
        `Above ${watch}. From ${act} on, Gmail and Yahoo reject mail. Send only to people who opted in, and make it easy to unsubscribe.`,
      error: (_: string, act: string) =>
        `Above ${act}: Gmail and Yahoo reject mail like this. Pause marketing email until the rate is lower.`,
    },
  },
  trouble: {
    domain: { pending: 'DNS records not found yet', failed: 'DNS records are missing' },
    domains: (many: number) => `${count(many, 'more domain is', 'more domains are')} not verified`,
    webhooks: (many: number) => count(many, 'more endpoint is failing', 'more endpoints are failing'),
    bounces: (share: string) => `${share} of addresses are invalid`,
    complaints: (share: string) => `${share} marked your mail as spam`,
    failed: (many: number) => `${count(many, 'recipient', 'recipients')} could not be reached`,
    low: (share: string) => `${share} of the limit used`,
    stopped: 'Stopped',
  },
};
