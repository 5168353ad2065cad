import type { StepOf } from '../program/program.ts';
import { each, namesNothing, type StepKind } from './step-kind.ts';

/** Ends the run. */
export const exit: StepKind<StepOf<'exit'>> = {
  check: namesNothing,
  run: (_parts, _trx, batch) => each(batch, () => ({ kind: 'exits' })),
  simulate: () => ({ outcome: 'exited', ended: 'completed' }),
};
