import { type AutomationStep, automationSteps, isRecord, limits } from '@posthorn/contract';
import { ApiError } from '../../core/errors/api-error.ts';
import { issueMessage } from '../../core/operation/issue-message.ts';
import { suggestion } from '../../core/operation/suggest-field.ts';
import { formatPath, type Path, valueAt, withinUnion } from '../../core/operation/validate.ts';
import { findExcess, withoutNulls } from '../../segments/index.ts';
import type { StepRules } from '../steps/step-kind.ts';
import { validateStep } from '../steps/step-kinds.ts';
import { findLooseWait } from './find-loose-wait.ts';
import { invalidSteps, type PlacedStep, type Program, placeSteps, type StepsFault } from './program.ts';

type RawStep = Readonly<Record<string, unknown>>;

interface RawPlace {
  readonly raw: RawStep;
  readonly path: string;
  readonly depth: number;
}

/** Yields the raw steps of a tree in the order in which they are written. */
function* walk(steps: unknown, path = 'steps', depth = 1): Generator<RawPlace> {
  if (!Array.isArray(steps)) return;
  for (const [index, raw] of steps.entries()) {
    if (!isRecord(raw)) continue;
    const at = `${path}[${index}]`;
    yield { raw, path: at, depth };
    // One level more than is allowed is enough to tell that there are too many.
    if (depth > limits.stepDepth) continue;
    yield* walk(raw.then, `${at}.then`, depth + 1);
    yield* walk(raw.else, `${at}.else`, depth + 1);
  }
}

/** Rebuilds a tree with every step passed through `change`. */
function mapSteps(steps: unknown, change: (raw: RawStep) => RawStep): unknown {
  if (!Array.isArray(steps)) return steps;
  return steps.map((raw: unknown) => {
    if (!isRecord(raw)) return raw;
    const changed = change(raw);
    const nested = ['then', 'else'].filter((name) => Array.isArray(changed[name]));
    return { ...changed, ...Object.fromEntries(nested.map((name) => [name, mapSteps(changed[name], change)])) };
  });
}

/** Gives ids to steps without one: `step_1` and so on, skipping those in use. */
function withIds(given: unknown): unknown {
  const taken = new Set([...walk(given)].map(({ raw }) => raw.id));
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

const hasFilter = (raw: RawStep) => raw.type === 'branch';

/** Leaves out fields that are null, which count as absent here as in a body. */
const asRead = (steps: unknown) =>
  mapSteps(steps, (raw) => {
    const step = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== null));
    return hasFilter(raw) && 'filter' in step ? { ...step, filter: withoutNulls(step.filter) } : step;
  });

function findFilterExcess({ raw, path }: RawPlace): StepsFault | undefined {
  const excess = hasFilter(raw) ? findExcess(raw.filter) : undefined;
  return excess && invalidSteps(`${path}.filter${excess.path === '' ? '' : `.${excess.path}`}`, excess.detail);
}

/** Finds steps that are too many, too large or too deep. It runs before any other code walks through them. */
function findSizeFault(given: unknown): StepsFault | undefined {
  if (!Array.isArray(given)) return invalidSteps('steps', 'A list of steps.');
  if (Buffer.byteLength(JSON.stringify(given)) > limits.stepsBytes)
    return invalidSteps('steps', `At most ${limits.stepsBytes} bytes of JSON.`);
  const found = [...walk(given)];
  if (found.some(({ depth }) => depth > limits.stepDepth)) return invalidSteps('steps', `At most ${limits.stepDepth} levels.`);
  if (found.length > limits.steps) return invalidSteps('steps', `At most ${limits.steps} steps in all.`);
  return found.map(findFilterExcess).find((fault) => fault !== undefined);
}

/** Returns whether what is at the end of a path is a list of steps; the path of the outermost one is empty. */
const isListOfSteps = (name: PropertyKey | undefined) => name === undefined || name === 'then' || name === 'else';

/** Returns a sentence with the field of a step that was probably meant by an unknown one, where the step has a fault. */
function suggestionFor(steps: unknown, fault: Path): string | undefined {
  const last = fault.findLastIndex((part, index) => typeof part === 'number' && isListOfSteps(fault[index - 1]));
  const step = valueAt(steps, fault.slice(0, last + 1));
  if (!isRecord(step)) return undefined;
  // What is within the steps within it has nothing to do with the fault.
  const { then: _then, else: _else, ...own } = step;
  return suggestion(automationSteps.element, own, formatPath(fault.slice(last + 1)));
}

function readForm(given: unknown): AutomationStep[] | StepsFault {
  const steps = asRead(given);
  const parsed = automationSteps.safeParse(steps, { error: issueMessage });
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  if (first === undefined) throw parsed.error;
  const { path, message, ...fault } = withinUnion(first);
  // For an unknown key, the path is the key.
  const place = fault.code === 'unrecognized_keys' ? [...path, ...fault.keys.slice(0, 1)] : path;
  const hint = suggestionFor(steps, path);
  return invalidSteps(`steps${formatPath(place)}`, hint === undefined ? message : `${message} ${hint}`);
}

function findRepeatedId(placed: readonly PlacedStep[]): StepsFault | undefined {
  const seen = new Set<string>();
  const repeated = placed.find(({ id }) => seen.size === seen.add(id).size);
  return repeated && invalidSteps(`${repeated.path}.id`, 'Another step has this id.');
}

/** A program as it is stored, and as it is run. */
export interface ReadSteps {
  readonly steps: AutomationStep[];
  readonly program: Program;
}

/** Reads a program as it was submitted and gives ids to steps that have none; the first fault becomes the error that the caller sees. */
export function readSteps(given: unknown, rules: StepRules): ReadSteps | StepsFault {
  const tooLarge = findSizeFault(given);
  if (tooLarge !== undefined) return tooLarge;
  const identified = withIds(given);
  const steps = readForm(identified);
  if (steps instanceof ApiError) return steps;
  const placed = placeSteps(steps);
  const faults = placed.map((one) => validateStep(one, rules));
  const fault = faults.find((one) => one !== undefined) ?? findRepeatedId(placed) ?? findLooseWait(steps);
  if (fault !== undefined) return fault;
  const program = { first: placed[0]?.id ?? null, steps: new Map(placed.map((one) => [one.id, one])) };
  // Safe because it has just been parsed.
  return { steps: identified as AutomationStep[], program };
}

/** Reads a program that was checked when it was stored. */
export function storedProgram(steps: readonly AutomationStep[]): Program {
  const read = readSteps(steps, { shortestWait: 0, isStored: true });
  if (read instanceof ApiError) throw new Error('a stored program cannot be read', { cause: read });
  return read.program;
}
