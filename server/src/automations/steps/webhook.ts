import { presentContact } from '../../contacts/index.ts';
import { announce } from '../../events/index.ts';
import type { StepOf } from '../program/program.ts';
import { checksNothing, each, findInexactField, type StepKind } from './step-kind.ts';

/** Announces `automation.webhook`. */
export const webhook: StepKind<StepOf<'webhook'>> = {
  validate: ({ data }, rules) => findInexactField('data', data, rules),
  check: checksNothing,
  async run({ app }, trx, batch) {
    const { now: at, placed } = batch;
    const { name, data: given = {} } = placed.step;
    const announcements = batch.enrollments.flatMap(({ id, tenantId, automationId, contactId }) => {
      const contact = batch.contacts.get(contactId);
      if (contact === undefined) return [];
      const data = { name, data: given, automation_id: automationId, enrollment_id: id, contact: presentContact(contact) };
      return [{ id: app.newId('evt', at), tenantId, type: 'automation.webhook' as const, contactId, data, at }];
    });
    await announce(app, trx, announcements);
    return each(batch, () => ({ kind: 'goes_on', to: placed.next }));
  },
  simulate: (_parts, _walk, { step, next }) => ({ outcome: 'announced', detail: step.name, to: next }),
};
