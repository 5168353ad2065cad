import type { Simulation } from '@posthorn/contract';
import { findContact } from '../../contacts/index.ts';
import { ApiError } from '../../core/api-error.ts';
import { readRunnable } from '../activate-automation.ts';
import type { Automation } from '../automation.ts';
import type { MailParts } from '../mail/render-mails.ts';
import type { StepsFault } from '../program/program.ts';
import type { SimulatedEvent, Walk } from '../steps/step-kind.ts';
import { kindOf } from '../steps/step-kinds.ts';
import { rehearse } from './rehearsal.ts';

export interface SimulateRequest {
  readonly automation: Automation;
  readonly version: number;
  readonly contactId: string;
  readonly events: readonly SimulatedEvent[];
}

/** Walks a contact through a program on a clock of its own. Nothing is stored or sent. */
export async function simulate(
  parts: MailParts,
  request: SimulateRequest,
): Promise<Simulation | StepsFault | ApiError<'contact_not_found'>> {
  const { app } = parts;
  const { db, clock } = app;
  const { automation, version, contactId, events } = request;
  const contact = await findContact(db.read, { tenantId: automation.tenantId, id: contactId });
  if (contact === undefined) return new ApiError('contact_not_found');
  const program = readRunnable(app, automation);
  if (program instanceof ApiError) return program;
  const walk: Walk = { automation, version, events, rehearsal: rehearse(app, contact), sent: new Map(), now: clock.now() };
  const path: Simulation['path'] = [];
  for (let id = program.first; id !== null; ) {
    const placed = program.steps.get(id);
    if (placed === undefined) throw new Error(`there is no step ${id}`);
    const { outcome, detail, at, to, ended } = await kindOf(placed.step.type).simulate(parts, walk, placed);
    walk.now = at ?? walk.now;
    path.push({ step: id, type: placed.step.type, at: walk.now, outcome, detail: detail ?? null });
    if (ended !== undefined) return { path, ended };
    id = to ?? null;
  }
  return { path, ended: 'completed' };
}
