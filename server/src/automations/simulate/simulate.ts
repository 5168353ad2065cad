import type { Simulation } from '@posthorn/contract';
import { findContact, findContactId, type NamedContact } from '../../contacts/index.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { ObjectRef } from '../../core/request/context.ts';
import { readRunnable } from '../activate-automation.ts';
import type { MailParts } from '../mail/render-mails.ts';
import type { Program, StepsFault } from '../program/program.ts';
import type { SimulatedEvent, Walk } from '../steps/step-kind.ts';
import { kindOf } from '../steps/step-kinds.ts';
import { findAutomation } from '../store.ts';
import { createRehearsal } from './rehearsal.ts';

/** The automation to simulate, and the version of its tenant's settings. */
export interface SimulateRequest {
  readonly ref: ObjectRef;
  readonly version: number;
  readonly body: () => NamedContact & { readonly events?: readonly SimulatedEvent[] | undefined };
}

async function follow(parts: MailParts, walk: Walk, { first, steps }: Program): Promise<Simulation> {
  const path: Simulation['path'] = [];
  for (let id = first; id !== null; ) {
    const placed = steps.get(id);
    if (placed === undefined) throw new Error(`there is no step ${id}`);
    const { outcome, detail, at, to, ended } = await kindOf(placed.step.type).simulate(parts, walk, placed);
    walk.now = at ?? walk.now;
    path.push({ step: id, type: placed.step.type, at: walk.now, outcome, detail: detail ?? null });
    if (ended !== undefined) return { path, ended };
    id = to ?? null;
  }
  return { path, ended: 'completed' };
}

function findEventFault({ steps }: Program, events: readonly SimulatedEvent[]): ApiError<'validation_failed'> | undefined {
  const place = events.findIndex(({ step }) => step !== undefined && steps.get(step)?.step.type !== 'send_email');
  if (place === -1) return undefined;
  const field = `events[${place}].step`;
  return new ApiError('validation_failed', { field }, { detail: `${field}: Not the id of a send_email step of the automation.` });
}

/** Walks a contact through a program on a clock of its own. Nothing is stored or sent. */
export async function simulate(
  parts: MailParts,
  { ref, version, body }: SimulateRequest,
): Promise<Simulation | StepsFault | ApiError<'not_found' | 'contact_not_found' | 'invalid_email' | 'validation_failed'>> {
  const { app } = parts;
  const { db, clock } = app;
  const automation = await findAutomation(db.read, ref);
  if (automation === undefined) return new ApiError('not_found');
  const { events = [], ...named } = body();
  const contactId = await findContactId(app, ref.tenantId, named);
  if (contactId instanceof ApiError) return contactId;
  const contact = await findContact(db.read, { tenantId: ref.tenantId, id: contactId });
  if (contact === undefined) return new ApiError('contact_not_found');
  const program = readRunnable(app, automation);
  if (program instanceof ApiError) return program;
  const fault = findEventFault(program, events);
  if (fault !== undefined) return fault;
  const walk: Walk = { automation, version, events, rehearsal: createRehearsal(app, contact), sent: new Map(), now: clock.now() };
  return follow(parts, walk, program);
}
