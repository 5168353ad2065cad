import type { usage as english } from '../../en/settings/usage.ts';

export const usage: typeof english = {
  usage: {
    byDay: 'E-Mails nach Tagen',
    plan: 'Tarif',
    plans: { free: 'Kostenlos', payg: 'Nach Verbrauch', credits: 'Guthaben', unlimited: 'Unbegrenzt' },
    limits: 'Grenzen',
    notCounted: 'Was Rundmails und Automationen senden, zählt hier nicht zu den E-Mails.',
    rate: 'Sendeanfragen in einer Minute',
    webhooks: 'Webhook-Adressen',
    billing: 'Aus den letzten 30 Tagen',
    marketing: 'Marketing-Mails',
    overage: 'Über den Tarif',
    cost: 'Sie kosten',
    credits: 'Bezahlte E-Mails übrig',
    received: 'Empfangene Mail',
  },
};
