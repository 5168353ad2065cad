import { type AutomationStats, messageEventTypes } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import type { ObjectRef } from '../../core/request/context.ts';
import { presentAutomation } from '../present.ts';
import { type PlacedStep, placeSteps } from '../program/program.ts';
import { findAutomation } from '../store.ts';
import { countByStep, countMailEvents, countMails } from './stats-store.ts';

type StepStats = AutomationStats['steps'][number];
type MailStats = NonNullable<StepStats['mail']>;
type MailCounts = Awaited<ReturnType<typeof countMails>>;
type EventCounts = Awaited<ReturnType<typeof countMailEvents>>;

const sum = (rows: readonly { readonly count: number }[]) => rows.reduce((total, { count }) => total + count, 0);

function mailStatsOf(counts: MailCounts, eventCounts: EventCounts): MailStats {
  const unsent = counts.filter(({ sent }) => sent === 0);
  const by = (...statuses: string[]) => sum(unsent.filter(({ status }) => statuses.includes(status)));
  const byType = new Map(eventCounts.map((count) => [count.type, count]));
  return {
    total: sum(counts),
    queued: by('queued', 'scheduled', 'sending'),
    sent: sum(counts) - sum(unsent),
    failed: by('failed'),
    suppressed: by('suppressed'),
    cancelled: by('cancelled'),
    // Safe because there is an entry for each of the names.
    events: Object.fromEntries(messageEventTypes.map((type) => [type, byType.get(type)?.count ?? 0])) as MailStats['events'],
    unique_opens: byType.get('open')?.contacts ?? 0,
    unique_clicks: byType.get('click')?.contacts ?? 0,
  };
}

/** Counts the enrollments and mails of an automation, step by step; returns undefined if it no longer exists. */
export async function countAutomation({ db }: AppContext, ref: ObjectRef): Promise<AutomationStats | undefined> {
  const automation = await findAutomation(db.read, ref);
  if (automation === undefined) return undefined;
  const scan = db.scan(ref.tenantId);
  const at = await countByStep(scan, ref);
  const mails = await countMails(scan, ref);
  const events = await countMailEvents(scan, ref);
  const { steps, enrollment_counts: enrollments } = presentAutomation(automation);
  const toStats = ({ id, step, path }: PlacedStep): StepStats => {
    const here = (wanted: string) => sum(at.filter((row) => row.step === id && row.status === wanted));
    const own = <R extends { readonly step: string }>(rows: readonly R[]) => rows.filter((row) => row.step === id);
    const mail = step.type === 'send_email' ? mailStatsOf(own(mails), own(events)) : null;
    return { step: id, type: step.type, path, active: here('active'), cancelled: here('cancelled'), failed: here('failed'), mail };
  };
  return { automation_id: automation.id, enrollments, steps: placeSteps(steps).map(toStats) };
}
