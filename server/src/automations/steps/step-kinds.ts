import { type StepType, stepTypes } from '@posthorn/contract';
import type { Automation } from '../automation.ts';
import { invalidSteps, type PlacedStep, type Program, type StepOf, type StepsFault } from '../program/program.ts';
import { branch } from './branch.ts';
import { addToAudience, removeFromAudience } from './change-audience.ts';
import { exit } from './exit.ts';
import { sendEmail } from './send-email.ts';
import type { CheckParts, StepKind, StepRules } from './step-kind.ts';
import { updateContact } from './update-contact.ts';
import { wait, waitUntil } from './wait.ts';
import { waitForEvent } from './wait-for-event.ts';
import { webhook } from './webhook.ts';

type StepKinds = { readonly [T in StepType]: StepKind<StepOf<T>> };

/**
 * Every type of step. A new one needs a schema in the contract, a file here, a line in this table and a view in the console: the type
 * checker asks for each.
 */
const stepKinds: StepKinds = {
  send_email: sendEmail,
  wait,
  wait_until: waitUntil,
  wait_for_event: waitForEvent,
  branch,
  update_contact: updateContact,
  add_to_audience: addToAudience,
  remove_from_audience: removeFromAudience,
  webhook,
  exit,
};

export function kindOf<T extends StepType>(type: T): StepKind<StepOf<T>> {
  return stepKinds[type];
}

/** Finds what is wrong with a step by itself. */
export function validateStep({ step, path }: PlacedStep, rules: StepRules): StepsFault | undefined {
  const fault = kindOf(step.type).validate?.(step, rules);
  return fault && invalidSteps(`${path}.${fault.at}`, fault.detail);
}

const isOf =
  <T extends StepType>(type: T) =>
  (placed: PlacedStep): placed is PlacedStep<StepOf<T>> =>
    placed.step.type === type;

/** Finds what is wrong with the things that a program names. */
export async function checkProgram(parts: CheckParts, automation: Automation, { steps }: Program): Promise<StepsFault | undefined> {
  for (const type of stepTypes) {
    const ofType = [...steps.values()].filter(isOf(type));
    const fault = ofType.length === 0 ? undefined : await kindOf(type).check(parts, automation, ofType);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
