export const usage = {
  usage: {
    byDay: 'Emails by day',
    plan: 'Plan',
    plans: { free: 'Free', payg: 'Pay as you go', credits: 'Credits', unlimited: 'Unlimited' },
    limits: 'Limits',
    notCounted: 'What broadcasts and automations send does not count towards these emails.',
    rate: 'Send requests per minute',
    webhooks: 'Webhook endpoints',
    billing: 'Last 30 days',
    marketing: 'Marketing emails',
    overage: 'Above the plan',
    cost: 'Cost',
    credits: 'Prepaid emails left',
    received: 'Received mail',
  },
};
