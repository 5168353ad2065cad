import type { AutomationStep } from '@posthorn/contract';
import { ApiError } from '../../core/errors/api-error.ts';

export type StepOf<T extends AutomationStep['type']> = Extract<AutomationStep, { readonly type: T }>;

/** A step with its place in the program and the steps that may follow it. */
export interface PlacedStep<S extends AutomationStep = AutomationStep> {
  readonly id: string;
  readonly step: S;
  /** Such as `steps[1].then[0]`. */
  readonly path: string;
  /** The id of the step that follows; null at the end. */
  readonly next: string | null;
  /** The ids of the steps that its `then` and its `else` lead to. */
  readonly onThen: string | null;
  readonly onElse: string | null;
}

/** A program that can be run: without cycles, since branches nest and nothing points backwards. */
export interface Program {
  readonly first: string | null;
  readonly steps: ReadonlyMap<string, PlacedStep>;
}

export type StepsFault = ApiError<'invalid_steps'>;

/** A fault at a place of a program. */
export const invalidSteps = (path: string, detail: string): StepsFault =>
  new ApiError('invalid_steps', { path }, { detail: `${path}: ${detail}` });

/** Returns the id of a step of a program in which every step has one. */
export function idOf({ id, type }: AutomationStep): string {
  if (id === undefined) throw new Error(`a step ${type} has no id`);
  return id;
}

/** Returns the steps within a step. */
export const branchesOf = (step: AutomationStep): { readonly yes: readonly AutomationStep[]; readonly no: readonly AutomationStep[] } => ({
  yes: ('then' in step ? step.then : undefined) ?? [],
  no: ('else' in step ? step.else : undefined) ?? [],
});

interface Sequence {
  readonly steps: readonly AutomationStep[];
  readonly path: string;
  /** The steps after the sequence. */
  readonly after: string | null;
}

const firstOf = ([first]: readonly AutomationStep[]): string | undefined => (first === undefined ? undefined : idOf(first));

function* place({ steps, path, after }: Sequence): Generator<PlacedStep> {
  for (const [index, step] of steps.entries()) {
    const next = firstOf(steps.slice(index + 1)) ?? after;
    const at = `${path}[${index}]`;
    const { yes, no } = branchesOf(step);
    yield { id: idOf(step), step, path: at, next, onThen: firstOf(yes) ?? next, onElse: firstOf(no) ?? next };
    yield* place({ steps: yes, path: `${at}.then`, after: next });
    yield* place({ steps: no, path: `${at}.else`, after: next });
  }
}

/** Returns the steps of a tree in the order in which they are written. */
export const placeSteps = (steps: readonly AutomationStep[]): PlacedStep[] => [...place({ steps, path: 'steps', after: null })];
