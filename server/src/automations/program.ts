import { type AutomationStep, limits } from '@posthorn/contract';
import { ApiError } from '../core/api-error.ts';
import { faultWords } from '../core/fault-words.ts';
import { formatPath, withinUnion } from '../core/validate.ts';
import { type EventStep, type Step, stepForms } from './steps.ts';

/** A step with its place in the program and the steps that may follow it. */
export interface PlacedStep {
  readonly step: Step;
  /** Such as `steps[1].then[0]`. */
  readonly path: string;
  /** The id of what follows; null: the end. */
  readonly next: string | null;
  /** Where it goes by its `then` and its `else`. */
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

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The raw steps of a tree in the order in which they are written. */
function* walk(steps: unknown, depth = 1): Generator<{ raw: Record<string, unknown>; depth: number }> {
  if (!Array.isArray(steps)) return;
  for (const raw of steps) {
    if (!isRecord(raw)) continue;
    yield { raw, depth };
    // One level more than is allowed says that there are too many.
    if (depth > limits.stepDepth) continue;
    yield* walk(raw.then, depth + 1);
    yield* walk(raw.else, depth + 1);
  }
}

/** Rebuilds a tree with every step passed through `change`. */
function mapSteps(steps: unknown, change: (raw: Record<string, unknown>) => Record<string, unknown>): unknown {
  if (!Array.isArray(steps)) return steps;
  return steps.map((raw: unknown) => {
    if (!isRecord(raw)) return raw;
    const changed = change(raw);
    const nested = ['then', 'else'].filter((name) => Array.isArray(changed[name]));
    return { ...changed, ...Object.fromEntries(nested.map((name) => [name, mapSteps(changed[name], change)])) };
  });
}

/** Gives ids to steps that have none: `step_1` and so on, passing over those that are taken. */
function withIds(given: unknown, raws: readonly Record<string, unknown>[]): unknown {
  const taken = new Set(raws.map(({ id }) => id));
  let number = 0;
  function nextId(): string {
    do number += 1;
    while (taken.has(`step_${number}`));
    return `step_${number}`;
  }
  return mapSteps(given, (raw) => {
    if (raw.id !== undefined && raw.id !== null) return raw;
    const { id: _, ...rest } = raw;
    return { id: nextId(), ...rest };
  });
}

/** A field that is null counts as absent, here as in a body. */
const withoutNulls = (steps: unknown) =>
  mapSteps(steps, (raw) => Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== null)));

interface Sequence {
  readonly steps: readonly Step[];
  readonly path: string;
  /** What follows the sequence. */
  readonly after: string | null;
}

const branchesOf = (step: Step) =>
  step.type === 'branch' || step.type === 'wait_for_event' ? { yes: step.then ?? [], no: step.else ?? [] } : { yes: [], no: [] };

function place({ steps, path, after }: Sequence, placed: Map<string, PlacedStep>): void {
  for (const [index, step] of steps.entries()) {
    const next = steps[index + 1]?.id ?? after;
    const at = `${path}[${index}]`;
    const branches = branchesOf(step);
    placed.set(step.id, { step, path: at, next, onThen: branches.yes[0]?.id ?? next, onElse: branches.no[0]?.id ?? next });
    place({ steps: branches.yes, path: `${at}.then`, after: next }, placed);
    place({ steps: branches.no, path: `${at}.else`, after: next }, placed);
  }
}

function toProgram(steps: readonly Step[]): Program {
  const placed = new Map<string, PlacedStep>();
  place({ steps, path: 'steps', after: null }, placed);
  return { first: steps[0]?.id ?? null, steps: placed };
}

const canPass = ({ step }: EventStep, mails: ReadonlySet<string>) => (step === undefined ? mails.size > 0 : mails.has(step));

/** Looks for a wait whose mail cannot have been sent by then; returns the ids of mails after the sequence. */
function findLooseWait(steps: readonly Step[], path: string, before: ReadonlySet<string>): StepsFault | ReadonlySet<string> {
  let mails = before;
  for (const [index, step] of steps.entries()) {
    const at = `${path}[${index}]`;
    if (step.type === 'send_email') mails = new Set([...mails, step.id]);
    if (step.type === 'wait_for_event' && !canPass(step, mails)) {
      const lack = step.step === undefined ? 'There is no earlier send_email to wait for.' : 'No earlier send_email has this id.';
      return invalidSteps(`${at}.step`, lack);
    }
    const branches = branchesOf(step);
    const then = findLooseWait(branches.yes, `${at}.then`, mails);
    if (then instanceof ApiError) return then;
    const otherwise = findLooseWait(branches.no, `${at}.else`, mails);
    if (otherwise instanceof ApiError) return otherwise;
    mails = new Set([...then, ...otherwise]);
  }
  return mails;
}

function findSizeFault(given: unknown): StepsFault | undefined {
  if (!Array.isArray(given)) return invalidSteps('steps', 'A list of steps.');
  if (Buffer.byteLength(JSON.stringify(given)) > limits.stepsBytes)
    return invalidSteps('steps', `At most ${limits.stepsBytes} bytes of JSON.`);
  const found = [...walk(given)];
  if (found.some(({ depth }) => depth > limits.stepDepth)) return invalidSteps('steps', `At most ${limits.stepDepth} levels.`);
  return found.length > limits.steps ? invalidSteps('steps', `At most ${limits.steps} steps in all.`) : undefined;
}

function findRepeatedId(steps: readonly Step[], path = 'steps', seen = new Set<string>()): StepsFault | undefined {
  for (const [index, step] of steps.entries()) {
    const at = `${path}[${index}]`;
    if (seen.has(step.id)) return invalidSteps(`${at}.id`, 'Another step has this id.');
    seen.add(step.id);
    const branches = branchesOf(step);
    const fault = findRepeatedId(branches.yes, `${at}.then`, seen) ?? findRepeatedId(branches.no, `${at}.else`, seen);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** A program as it is stored, and as it is run. */
export interface ReadSteps {
  readonly steps: AutomationStep[];
  readonly program: Program;
}

/** Reads a program as it was submitted and gives ids to steps that have none; the first fault becomes the error that the caller sees. */
export function readSteps(given: unknown, shortestWait: number): ReadSteps | StepsFault {
  const tooLarge = findSizeFault(given);
  if (tooLarge !== undefined) return tooLarge;
  const identified = withIds(
    given,
    [...walk(given)].map(({ raw }) => raw),
  );
  const parsed = stepForms(shortestWait).safeParse(withoutNulls(identified), { error: faultWords });
  if (!parsed.success) {
    const [first] = parsed.error.issues;
    const { path = [], message = 'Not a list of steps.' } = first === undefined ? {} : withinUnion(first);
    return invalidSteps(`steps${formatPath(path)}`.replace(/^steps(?=[^[])/, 'steps.'), message);
  }
  const fault = findRepeatedId(parsed.data) ?? findLooseWait(parsed.data, 'steps', new Set());
  if (fault instanceof ApiError) return fault;
  // Safe because it has just been parsed.
  return { steps: identified as AutomationStep[], program: toProgram(parsed.data) };
}

/** A program that was checked when it was stored. */
export function storedProgram(steps: readonly AutomationStep[]): Program {
  const read = readSteps(steps, 0);
  if (read instanceof ApiError) throw new Error('a stored program cannot be read', { cause: read });
  return read.program;
}
