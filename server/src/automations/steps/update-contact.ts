import { findInexact, INEXACT } from '@posthorn/contract';
import { changeContacts } from '../../contacts/index.ts';
import { ApiError } from '../../core/api-error.ts';
import { formatPath } from '../../core/operation/validate.ts';
import type { Trx } from '../../db/dialect.ts';
import type { SendParts } from '../mail/send-mails.ts';
import type { StepOf } from '../program/program.ts';
import {
  each,
  failedTurn,
  namesNothing,
  type Outcomes,
  reasonOf,
  type StepBatch,
  type StepFault,
  type StepKind,
  type StepRules,
} from './step-kind.ts';

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

/** One that was saved before goes on. */
function validate({ attributes = {} }: Step, { isStored = false }: StepRules): StepFault | undefined {
  const place = isStored ? undefined : findInexact(attributes);
  return place && { at: formatPath(['attributes', ...place]), detail: INEXACT };
}

/** Changes the contact. */
export const updateContact: StepKind<Step> = {
  validate,
  check: namesNothing,
  run,
  simulate: (_parts, { rehearsal }, { step, next }) => {
    const fault = rehearsal.update(step);
    return fault === undefined ? { outcome: 'updated', to: next } : failedTurn(fault.failure);
  },
};
