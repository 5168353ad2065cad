import { ApiError } from '../../core/errors/api-error.ts';
import type { Trx } from '../../db/dialect.ts';
import { checkFilter, findMatching, findValueFault, parseFilter } from '../../segments/index.ts';
import { invalidSteps, type PlacedStep, type StepOf, type StepsFault } from '../program/program.ts';
import {
  type CheckParts,
  each,
  failedStep,
  type Outcomes,
  reasonOf,
  type SimulatedStep,
  type StepBatch,
  type StepFault,
  type StepKind,
  type StepRules,
  type Walk,
} from './step-kind.ts';

type Step = StepOf<'branch'>;

/** Turns a filter's fault into one of the step that has it. */
function inStep({ fields: { path }, detail }: ApiError<'invalid_filter'>): StepFault {
  return { at: path === '' ? 'filter' : `filter.${path}`, detail: (detail ?? 'The filter is not valid.').replace(`${path}: `, '') };
}

function validate({ filter }: Step, { isStored = false }: StepRules): StepFault | undefined {
  const read = parseFilter(filter);
  const fault = read instanceof ApiError || isStored ? read : findValueFault(filter);
  return fault instanceof ApiError ? inStep(fault) : undefined;
}

async function check({ app }: CheckParts, tenantId: string, steps: readonly PlacedStep<Step>[]): Promise<StepsFault | undefined> {
  for (const { step, path } of steps) {
    const checked = await checkFilter(app.db.read, tenantId, step.filter);
    if (!(checked instanceof ApiError)) continue;
    const { at, detail } = inStep(checked);
    return invalidSteps(`${path}.${at}`, detail);
  }
  return undefined;
}

async function run(trx: Trx, batch: StepBatch<Step>): Promise<Outcomes> {
  const { tenantId } = batch.meter;
  const { step, onThen, onElse } = batch.placed;
  const filter = await checkFilter(trx, tenantId, step.filter);
  if (filter instanceof ApiError) return each(batch, () => ({ kind: 'failed', detail: reasonOf(filter) }));
  const contactIds = batch.enrollments.map(({ contactId }) => contactId);
  const matching = await findMatching(trx, { tenantId, filter, now: batch.now }, contactIds);
  return each(batch, ({ contactId }) => ({ kind: 'goes_on', to: matching.has(contactId) ? onThen : onElse }));
}

function simulate({ rehearsal, now }: Walk, { step, onThen, onElse }: PlacedStep<Step>): Promise<SimulatedStep> {
  const { id, tenantId } = rehearsal.contact();
  return rehearsal.read(async (trx): Promise<SimulatedStep> => {
    const filter = await checkFilter(trx, tenantId, step.filter);
    if (filter instanceof ApiError) return failedStep(reasonOf(filter));
    const matching = await findMatching(trx, { tenantId, filter, now }, [id]);
    return matching.has(id) ? { outcome: 'then', to: onThen } : { outcome: 'else', to: onElse };
  });
}

/** Goes one way or the other by what the contact is at that time. */
export const branch: StepKind<Step> = {
  validate,
  check: (parts, { tenantId }, steps) => check(parts, tenantId, steps),
  run: (_parts, trx, batch) => run(trx, batch),
  simulate: (_parts, walk, placed) => simulate(walk, placed),
};
