export const usage = {
  usage: {
    byDay: 'Emails per day',
    plan: 'Plan',
    plans: { free: 'Free', payg: 'Pay as you go', credits: 'Prepaid', unlimited: 'Unlimited' },
    limits: 'Limits',
    notCounted: 'Emails sent by broadcasts and automations do not count towards these limits.',
    rate: 'Send requests per minute',
    webhooks: 'Webhook endpoints',
    billing: 'Last 30 days',
    marketing: 'Marketing emails',
    overage: 'Emails over the plan',
    cost: 'Cost',
    credits: 'Prepaid emails left',
    received: 'Storage of inbound emails',
  },
};
