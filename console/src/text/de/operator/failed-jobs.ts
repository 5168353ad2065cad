import type { failedJobs as english } from '../../en/operator/failed-jobs.ts';

export const failedJobs: typeof english = {
  failedJobs: {
    intro:
      'Hintergrundjobs, die fünfmal fehlgeschlagen sind und in den letzten 14 Tagen aufgegeben wurden. Ihre Arbeit ist nicht verloren.',
    what: 'Job',
    queues: {
      deliver: 'Zustellung von E-Mails',
      deliver_flood: 'Zustellung von E-Mails einer Flut',
      deliver_bulk: 'Zustellung von Marketing-Mails',
      fanout: 'Vorbereitung einer Rundmail',
      automation: 'Schritte einer Automation',
      import: 'Import von Kontakten',
      webhook: 'Zustellung an einen Webhook',
    },
    failedAt: 'Aufgegeben',
    attempts: 'Versuche',
    objects: 'Betroffene Objekte',
    noTenant: 'Die betroffenen Objekte gibt es nicht mehr',
    noError: 'Es wurde kein Fehler aufgezeichnet.',
    help: (job) =>
      `Der wiederkehrende Job ${job} findet fällige Arbeit und setzt sie fort. E-Mails, die ein Worker begonnen hatte, werden nach einer Weile erneut versucht, wie nach jedem Fehler; Zustellungen an Webhooks und noch nicht begonnene E-Mails innerhalb einer Stunde.`,
    emptyTitle: 'Keine fehlgeschlagenen Jobs',
    emptyText: 'Ein Job, der fünfmal fehlschlägt, steht hier 14 Tage lang, mit seinem Mandanten und dem Fehler.',
    noneOfTenant: 'Keiner der in den letzten 14 Tagen fehlgeschlagenen Jobs gehörte zu diesem Mandanten.',
  },
};
