import type { StepOf } from '../program/program.ts';
import { checksNothing, each, type StepKind } from './step-kind.ts';

/** Ends the run. */
export const exit: StepKind<StepOf<'exit'>> = {
  check: checksNothing,
  run: (_parts, _trx, batch) => each(batch, () => ({ kind: 'exits' })),
  simulate: () => ({ outcome: 'exited', ended: 'completed' }),
};
