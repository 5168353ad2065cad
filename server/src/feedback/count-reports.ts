import { Counter, type Registry } from 'prom-client';
import type { AppContext } from '../app-context.ts';
import { reportReceived } from './take-report.ts';

/** Counts mail to return paths. */
export function countReports({ hooks }: AppContext, registry: Registry): void {
  const reports = new Counter({
    name: 'posthorn_reports_total',
    help: 'Mails to return paths, by what they are; those that came too late, or stand for nobody, are not believed.',
    labelNames: ['kind', 'believed'],
    registers: [registry],
  });
  hooks.on(reportReceived, async ({ kind, believed }) => reports.inc({ kind, believed: String(believed) }));
}
