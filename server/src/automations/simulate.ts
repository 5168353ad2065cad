import type { Simulation } from '@posthorn/contract';
import { findContact } from '../contacts/index.ts';
import { ApiError } from '../core/api-error.ts';
import { checkFilter, findMatching } from '../segments/index.ts';
import { findSuppressed } from '../suppressions/index.ts';
import { readRunnable } from './activate-automation.ts';
import type { Automation } from './automation.ts';
import { prepareMails } from './prepare-mails.ts';
import type { PlacedStep, StepsFault } from './program.ts';
import { type Rehearsal, rehearse } from './rehearsal.ts';
import type { MailParts } from './render-mails.ts';
import type { BranchStep, EventStep, SendStep } from './steps.ts';

/** Something that is to happen to a mail. */
export interface SimulatedEvent {
  readonly event: EventStep['event'];
  /** Whose mail; the last one before the wait unless given. */
  readonly step?: string | undefined;
  readonly after_seconds: number;
}

export interface SimulateRequest {
  readonly automation: Automation;
  readonly version: number;
  readonly contactId: string;
  readonly events: readonly SimulatedEvent[];
}

type Entry = Simulation['path'][number];

/** What a step leads to: where the walk goes on, or how it ends. */
interface Turn {
  readonly outcome: Entry['outcome'];
  readonly detail?: string;
  /** When it is done; at once unless given. */
  readonly at?: number;
  readonly to?: string | null;
  readonly ended?: Simulation['ended'];
}

interface Walk {
  readonly request: SimulateRequest;
  readonly rehearsal: Rehearsal;
  /** When each step's mail was sent, the last one last. */
  readonly sent: Map<string, number>;
  now: number;
}

const failed = (detail: string): Turn => ({ outcome: 'failed', detail, ended: 'failed' });

async function send(parts: MailParts, walk: Walk, step: SendStep, next: string | null): Promise<Turn> {
  const { automation, version } = walk.request;
  const contact = walk.rehearsal.contact();
  if (contact.status !== 'subscribed') return { outcome: 'cancelled', detail: contact.status, ended: 'cancelled' };
  const { tenantId, email } = contact;
  const suppressed = await walk.rehearsal.read((trx) => findSuppressed(parts.app, trx, [{ tenantId, email, stream: 'marketing' }]));
  if (suppressed.size > 0) return { outcome: 'cancelled', detail: 'suppressed', ended: 'cancelled' };
  const [mail] = await prepareMails(parts, { automation, version, step, contacts: [contact] });
  if (mail === undefined || 'failure' in mail) return failed(mail?.failure ?? 'It could not be rendered.');
  walk.sent.set(step.id, walk.now);
  return { outcome: 'sent', detail: mail.subject, to: next };
}

/** When the event comes that a wait is about; undefined where it does not. */
function timeOf({ sent, request }: Walk, { event, step }: EventStep): number | undefined {
  const last = [...sent.keys()].at(-1);
  const times = request.events.flatMap((given) => {
    const about = given.step ?? step ?? last;
    const sentAt = about === undefined ? undefined : sent.get(about);
    const fits = given.event === event && (step === undefined || about === step);
    return fits && sentAt !== undefined ? [sentAt + given.after_seconds * 1000] : [];
  });
  return times.length === 0 ? undefined : Math.min(...times);
}

function waitForEvent(walk: Walk, step: EventStep, { onThen, onElse }: PlacedStep): Turn {
  const until = walk.now + step.timeout_seconds * 1000;
  const time = timeOf(walk, step);
  if (time === undefined || time > until) return { outcome: 'timed_out', at: until, to: onElse };
  return { outcome: 'happened', at: Math.max(walk.now, time), to: onThen };
}

async function branch(walk: Walk, step: BranchStep, { onThen, onElse }: PlacedStep): Promise<Turn> {
  const { id, tenantId } = walk.rehearsal.contact();
  return walk.rehearsal.read(async (trx): Promise<Turn> => {
    const filter = await checkFilter(trx, tenantId, step.filter);
    if (filter instanceof ApiError) return failed(`${filter.code}: ${filter.detail ?? ''}`);
    const matching = await findMatching(trx, { tenantId, filter, now: walk.now }, [id]);
    return matching.has(id) ? { outcome: 'then', to: onThen } : { outcome: 'else', to: onElse };
  });
}

async function turn(parts: MailParts, walk: Walk, placed: PlacedStep): Promise<Turn> {
  const { step, next: to } = placed;
  switch (step.type) {
    case 'send_email':
      return send(parts, walk, step, to);
    case 'wait':
      return { outcome: 'waited', at: walk.now + step.seconds * 1000, to };
    case 'wait_until':
      return { outcome: 'waited', at: Math.max(walk.now, step.at), to };
    case 'wait_for_event':
      return waitForEvent(walk, step, placed);
    case 'branch':
      return branch(walk, step, placed);
    case 'update_contact': {
      const fault = walk.rehearsal.update(step);
      return fault === undefined ? { outcome: 'updated', to } : failed(fault.failure);
    }
    case 'add_to_audience':
    case 'remove_from_audience': {
      const fault = await walk.rehearsal.changeAudience(step);
      if (fault !== undefined) return failed(fault.failure);
      return { outcome: step.type === 'add_to_audience' ? 'added' : 'removed', to };
    }
    case 'webhook':
      return { outcome: 'announced', detail: step.name, to };
    case 'exit':
      return { outcome: 'exited', ended: 'completed' };
  }
}

/** Walks a contact through a program on a clock of its own. Nothing is stored or sent. */
export async function simulate(
  parts: MailParts,
  request: SimulateRequest,
): Promise<Simulation | StepsFault | ApiError<'contact_not_found'>> {
  const { app } = parts;
  const { db, clock } = app;
  const { automation, contactId } = request;
  const contact = await findContact(db.read, { tenantId: automation.tenantId, id: contactId });
  if (contact === undefined) return new ApiError('contact_not_found');
  const program = readRunnable(app, automation);
  if (program instanceof ApiError) return program;
  const walk: Walk = { request, rehearsal: rehearse(app, contact), sent: new Map(), now: clock.now() };
  const path: Entry[] = [];
  for (let id = program.first; id !== null; ) {
    const placed = program.steps.get(id);
    if (placed === undefined) throw new Error(`there is no step ${id}`);
    const { outcome, detail, at, to, ended } = await turn(parts, walk, placed);
    walk.now = at ?? walk.now;
    path.push({ step: id, type: placed.step.type, at: walk.now, outcome, detail: detail ?? null });
    if (ended !== undefined) return { path, ended };
    id = to ?? null;
  }
  return { path, ended: 'completed' };
}
