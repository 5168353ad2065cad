import type { usage as english } from '../../en/settings/usage.ts';

export const usage: typeof english = {
  usage: {
    byDay: 'E-Mails pro Tag',
    plan: 'Tarif',
    plans: { free: 'Kostenlos', payg: 'Nach Verbrauch', credits: 'Prepaid', unlimited: 'Unbegrenzt' },
    limits: 'Limits',
    notCounted: 'E-Mails aus Rundmails und Automationen zählen nicht zu diesen Limits.',
    rate: 'Sendeanfragen pro Minute',
    webhooks: 'Webhook-Endpunkte',
    billing: 'Letzte 30 Tage',
    marketing: 'Marketing-Mails',
    overage: 'E-Mails über dem Tarif',
    cost: 'Kosten',
    credits: 'Verbleibende Prepaid-E-Mails',
    received: 'Speicher empfangener E-Mails',
  },
};
