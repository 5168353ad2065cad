import type { failedJobs as english } from '../../en/operator/failed-jobs.ts';

export const failedJobs: typeof english = {
  failedJobs: {
    intro:
      'Jobs im Hintergrund, die in den letzten 14 Tagen aufgegeben wurden: Auch ihr fünfter Start ist gescheitert. Was sie tun sollten, ist nicht verloren.',
    what: 'Was',
    queues: {
      deliver: 'Zustellung von Mail',
      deliver_flood: 'Zustellung von Mail einer Flut',
      deliver_bulk: 'Zustellung von Marketing-Mail',
      fanout: 'Die Mail einer Rundmail anlegen',
      automation: 'Schritte einer Automation',
      import: 'Import von Kontakten',
      webhook: 'Zustellung an einen Webhook',
    },
    failedAt: 'Aufgegeben',
    attempts: 'Starts',
    objects: 'Was er abarbeiten sollte',
    noTenant: 'Die Arbeit gibt es nicht mehr',
    noError: 'Niemand hat gesagt, warum.',
    help: (job) =>
      `Die wiederkehrende Aufgabe ${job} sucht, was fällig ist, und macht damit weiter. E-Mail, die ein Arbeiter begonnen hatte, wird nach einer Weile noch einmal versucht, wie nach jedem Fehler; Zustellungen an Webhooks und E-Mail, die niemand begonnen hatte, innerhalb einer Stunde.`,
    bringBack: 'Seine Arbeit jetzt suchen',
    emptyTitle: 'Kein Job ist gescheitert',
    emptyText: 'Ein Job, der fünfmal scheitert, steht hier 14 Tage lang: was er war, wessen Arbeit er tat und warum er gescheitert ist.',
    noneOfTenant: 'Keiner von denen der letzten 14 Tage hatte Arbeit dieses Mandanten.',
  },
};
