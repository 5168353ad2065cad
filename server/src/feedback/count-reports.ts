import { Counter, type Registry } from 'prom-client';
import type { AppContext } from '../app-context.ts';
import type { ReturnedMail } from '../reports/returned-mail.ts';
import { reportReceived } from './take-report.ts';

const KINDS: Readonly<Record<ReturnedMail['kind'], true>> = { status: true, complaint: true, auto_reply: true, other: true };

/** Counts mail to return paths. */
export function countReports({ hooks }: AppContext, registry: Registry): void {
  const reports = new Counter({
    name: 'posthorn_reports_total',
    help: 'Mails to return paths, by what they are; those that came too late, or stand for nobody, are not believed.',
    labelNames: ['kind', 'believed'],
    registers: [registry],
  });
  for (const kind of Object.keys(KINDS)) for (const believed of ['false', 'true']) reports.inc({ kind, believed }, 0);
  hooks.on(reportReceived, async ({ kind, believed }) => reports.inc({ kind, believed: String(believed) }));
}
