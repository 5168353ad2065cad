import type { Automation } from '@posthorn/sdk';
import { codeOf, describeFailedChange } from '../../api/failures.ts';
import { useWords } from '../../text/words.ts';
import { Failure } from '../../ui/states.tsx';
import { fromSteps } from './editor/program.ts';
import { findStepFault, StepProblem } from './editor/step-fault.tsx';

/** Why an automation cannot start or be tried: for a step, which one and what is wrong with it. */
export function Refusal({ automation: { steps }, failure }: { readonly automation: Automation; readonly failure: unknown }) {
  const words = useWords();
  const fault = findStepFault(fromSteps(steps), failure);
  const isEmpty = codeOf(failure) === 'invalid_steps' && steps.length === 0;
  return (
    <Failure className="w-full">
      {fault !== undefined ? (
        <StepProblem fault={fault} isNamed />
      ) : isEmpty ? (
        words.automations.noSteps
      ) : (
        describeFailedChange(failure, words)
      )}
    </Failure>
  );
}
