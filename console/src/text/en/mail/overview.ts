import { countIn } from '../../count.ts';

const count = countIn('en');

export const overview = {
  overview: {
    begin: 'Your first email',
    done: 'Done:',
    open: 'To do:',
    addDomain: 'Add the domain that you send from',
    verifyDomain: (name: string) => `Publish the DNS records of ${name}`,
    domainText: 'Receivers trust mail from a domain with these records.',
    makeKey: 'Create an API key',
    keyText: 'Your program sends it with each request.',
    sendFirst: 'Send an email',
    day: 'Emails in 24 hours',
    month: 'Emails in 30 days',
    contacts: 'Contacts',
    storage: 'Storage',
    noLimit: 'no limit',
    of: (limit: string) => `of ${limit}`,
    trouble: 'In trouble',
    recent: 'Latest emails',
    all: 'All emails',
  },
  charts: {
    time: 'Time',
    read: (label: string) => `${label}: go through the bars`,
    unit: { hour: 'By hour', day: 'By day' },
    notAll: 'Some mail is still being counted.',
  },
  activity: {
    title: 'Activity',
    range: 'Time',
    ranges: { '7': 'Last 7 days', '30': 'Last 30 days', '90': 'Last 90 days' },
    figures: 'Show as bars',
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
    rates: 'What receivers watch',
    rateNames: { bounces: 'Addresses that do not work', complaints: 'Marked as spam' },
    tooFew: 'Too few emails to judge: at least 100.',
    bounceRules: {
      good: (watch: string) => `Good: below ${watch}.`,
      warn: (watch: string, act: string) =>
        `Above ${watch}. From ${act} on, receivers begin to refuse mail. Send only to addresses that were confirmed.`,
      error: (_: string, act: string) => `Above ${act}: receivers refuse mail like this. Stop sending to old lists.`,
    },
    complaintRules: {
      good: (watch: string) => `Good: below ${watch}.`,
      warn: (watch: string, act: string) =>
        `Above ${watch}. From ${act} on, Gmail and Yahoo refuse mail. Write only to people who asked for it, and make it easy to unsubscribe.`,
      error: (_: string, act: string) => `Above ${act}: Gmail and Yahoo refuse mail like this. Stop marketing until it is lower.`,
    },
  },
  trouble: {
    domain: { pending: 'The DNS records were not found yet', failed: 'The DNS records are gone' },
    domains: (many: number) => `${count(many, 'more domain is', 'more domains are')} not verified`,
    webhooks: (many: number) => count(many, 'more endpoint fails', 'more endpoints fail'),
    bounces: (share: string) => `${share} of the addresses do not work`,
    complaints: (share: string) => `${share} marked the mail as spam`,
    failed: (many: number) => `${count(many, 'recipient', 'recipients')} could not be reached`,
    low: (share: string) => `${share} of the limit is used`,
    stopped: 'Stopped',
    see: 'See them',
  },
};
