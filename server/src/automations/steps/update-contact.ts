import { changeContacts } from '../../contacts/index.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { Trx } from '../../db/dialect.ts';
import type { SendParts } from '../mail/send-mails.ts';
import type { StepOf } from '../program/program.ts';
import { checksNothing, each, failedStep, findInexactField, type Outcomes, reasonOf, type StepBatch, type StepKind } from './step-kind.ts';

type Step = StepOf<'update_contact'>;

async function run({ app }: SendParts, trx: Trx, batch: StepBatch<Step>): Promise<Outcomes> {
  const { attributes = {}, status } = batch.placed.step;
  const contacts = batch.enrollments.flatMap(({ contactId }) => batch.contacts.get(contactId) ?? []);
  const results = await changeContacts(app, trx, { contacts, attributes, status });
  const refused = new Map(
    contacts.flatMap(({ id }, place) => {
      const result = results[place];
      return result instanceof ApiError ? [[id, reasonOf(result)] as const] : [];
    }),
  );
  return each(batch, ({ contactId }) => {
    const detail = refused.get(contactId);
    return detail === undefined ? { kind: 'goes_on', to: batch.placed.next } : { kind: 'failed', detail };
  });
}

/** Changes the contact. */
export const updateContact: StepKind<Step> = {
  validate: ({ attributes }, rules) => findInexactField('attributes', attributes, rules),
  check: checksNothing,
  run,
  simulate: (_parts, { rehearsal }, { step, next }) => {
    const fault = rehearsal.update(step);
    return fault === undefined ? { outcome: 'updated', to: next } : failedStep(fault.failure);
  },
};
