import { findInexact, INEXACT } from '@posthorn/contract';
import { presentContact } from '../../contacts/index.ts';
import { formatPath } from '../../core/operation/validate.ts';
import { announce } from '../../events/index.ts';
import type { StepOf } from '../program/program.ts';
import { each, namesNothing, type StepFault, type StepKind, type StepRules } from './step-kind.ts';

/** One that was saved before goes on. */
function validate({ data }: StepOf<'webhook'>, { isStored = false }: StepRules): StepFault | undefined {
  const place = isStored ? undefined : findInexact(data);
  return place && { at: formatPath(['data', ...place]), detail: INEXACT };
}

/** Announces `automation.webhook`. */
export const webhook: StepKind<StepOf<'webhook'>> = {
  validate,
  check: namesNothing,
  async run({ app }, trx, batch) {
    const { now: at, placed } = batch;
    const { name, data: given = {} } = placed.step;
    const told = batch.enrollments.flatMap(({ id, tenantId, automationId, contactId }) => {
      const contact = batch.contacts.get(contactId);
      if (contact === undefined) return [];
      const data = { name, data: given, automation_id: automationId, enrollment_id: id, contact: presentContact(contact) };
      return [{ id: app.newId('evt', at), tenantId, type: 'automation.webhook' as const, contactId, data, at }];
    });
    await announce(app, trx, told);
    return each(batch, () => ({ kind: 'goes_on', to: placed.next }));
  },
  simulate: (_parts, _walk, { step, next }) => ({ outcome: 'announced', detail: step.name, to: next }),
};
