import type { AutomationStep } from '@posthorn/contract';
import { ApiError } from '../../core/errors/api-error.ts';
import { branchesOf, idOf, invalidSteps, type StepOf, type StepsFault } from './program.ts';

const canPass = ({ step }: StepOf<'wait_for_event'>, mails: ReadonlySet<string>) => (step === undefined ? mails.size > 0 : mails.has(step));

/** Walks through a sequence, given the mails before it; returns the mails after it. */
function follow(steps: readonly AutomationStep[], path: string, before: ReadonlySet<string>): StepsFault | ReadonlySet<string> {
  let mails = before;
  for (const [index, step] of steps.entries()) {
    const at = `${path}[${index}]`;
    if (step.type === 'send_email') mails = new Set([...mails, idOf(step)]);
    if (step.type === 'wait_for_event' && !canPass(step, mails)) {
      const lack = step.step === undefined ? 'There is no earlier send_email to wait for.' : 'No earlier send_email has this id.';
      return invalidSteps(`${at}.step`, lack);
    }
    const { yes, no } = branchesOf(step);
    const then = follow(yes, `${at}.then`, mails);
    if (then instanceof ApiError) return then;
    const otherwise = follow(no, `${at}.else`, mails);
    if (otherwise instanceof ApiError) return otherwise;
    mails = new Set([...then, ...otherwise]);
  }
  return mails;
}

/** Finds a wait for an event of a mail that cannot have been sent by then. */
export function findLooseWait(steps: readonly AutomationStep[]): StepsFault | undefined {
  const found = follow(steps, 'steps', new Set());
  return found instanceof ApiError ? found : undefined;
}
