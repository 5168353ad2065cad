import { deleteMembersOf, joinAudience } from '../../audiences/index.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import { findAudienceIds } from '../../segments/index.ts';
import { invalidSteps, type PlacedStep, type StepOf, type StepsFault } from '../program/program.ts';
import { type CheckParts, each, failedStep, type StepBatch, type StepKind } from './step-kind.ts';

type AudienceStep = StepOf<'add_to_audience' | 'remove_from_audience'>;

const NO_AUDIENCE = 'There is no such audience.';

async function check({ app }: CheckParts, tenantId: string, steps: readonly PlacedStep<AudienceStep>[]): Promise<StepsFault | undefined> {
  const known = new Set(await findAudienceIds(app.db.read, { tenantId, ids: steps.map(({ step }) => step.audience_id) }));
  const unknown = steps.find(({ step }) => !known.has(step.audience_id));
  return unknown && invalidSteps(`${unknown.path}.audience_id`, NO_AUDIENCE);
}

const membership = ({ meter, placed, enrollments }: StepBatch<AudienceStep>) => ({
  key: { tenantId: meter.tenantId, id: placed.step.audience_id },
  contactIds: enrollments.map(({ contactId }) => contactId),
});

/** Makes the contact a member of an audience. */
export const addToAudience: StepKind<StepOf<'add_to_audience'>> = {
  check: (parts, { tenantId }, steps) => check(parts, tenantId, steps),
  async run({ app }, trx, batch) {
    const { key, contactIds } = membership(batch);
    const joined = await joinAudience(app, trx, { ...key, contactIds });
    if (joined instanceof ApiError) return each(batch, () => ({ kind: 'failed', detail: NO_AUDIENCE }));
    return each(batch, () => ({ kind: 'goes_on', to: batch.placed.next }));
  },
  async simulate(_parts, { rehearsal }, { step, next }) {
    const fault = await rehearsal.join(step.audience_id);
    return fault === undefined ? { outcome: 'added', to: next } : failedStep(NO_AUDIENCE);
  },
};

/** Takes the contact out of an audience. */
export const removeFromAudience: StepKind<StepOf<'remove_from_audience'>> = {
  check: (parts, { tenantId }, steps) => check(parts, tenantId, steps),
  async run(_parts, trx, batch) {
    const { key, contactIds } = membership(batch);
    await deleteMembersOf(trx, key, contactIds);
    return each(batch, () => ({ kind: 'goes_on', to: batch.placed.next }));
  },
  async simulate(_parts, { rehearsal }, { step, next }) {
    await rehearsal.leave(step.audience_id);
    return { outcome: 'removed', to: next };
  },
};
