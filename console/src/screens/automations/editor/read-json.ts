import type { AutomationStep, SegmentFilter } from '@posthorn/sdk';
import { isJsonObject } from '../../../code/json-object.ts';
import { kindOf, kinds, type Shape } from './kinds.ts';
import { BRANCHES, hasBranches, type StepType } from './program.ts';

const isType = (value: unknown): value is StepType => typeof value === 'string' && Object.hasOwn(kinds, value);

/** Returns whether a filter can be shown; the service decides whether it is valid. */
function isFilter(value: unknown): value is SegmentFilter {
  if (!isJsonObject(value)) return false;
  const { and, or, not, all, field, op } = value;
  if (and !== undefined || or !== undefined) {
    const list = and ?? or;
    return Array.isArray(list) && list.every(isFilter);
  }
  return not === undefined ? all === true || (typeof field === 'string' && typeof op === 'string') : isFilter(not);
}

const FITS: Readonly<Record<Shape, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  record: isJsonObject,
  filter: isFilter,
};

function findMisfitField(type: StepType, [name, value]: readonly [string, unknown], at: string): string | undefined {
  if (hasBranches({ type }) && BRANCHES.some((branch) => branch === name)) return findMisfit(value, `${at}.${name}`);
  const shape: Readonly<Record<string, Shape>> = kindOf(type).shape;
  const wanted = shape[name];
  return wanted !== undefined && FITS[wanted](value) ? undefined : `${at}.${name}`;
}

function findMisfitStep(step: unknown, at: string): string | undefined {
  if (!isJsonObject(step)) return at;
  const { type } = step;
  if (!isType(type)) return `${at}.type`;
  if (type === 'branch' && step.filter === undefined) return `${at}.filter`;
  return Object.entries(step)
    .map((field) => findMisfitField(type, field, at))
    .find((misfit) => misfit !== undefined);
}

/** Returns the place of the first value that the form has no field for. */
function findMisfit(steps: unknown, path: string): string | undefined {
  if (!Array.isArray(steps)) return path;
  return steps.map((step, place) => findMisfitStep(step, `${path}[${place}]`)).find((misfit) => misfit !== undefined);
}

export type ReadJson = { readonly steps: readonly AutomationStep[] } | { readonly misfit: string } | { readonly noJson: string };

/** Parses steps written as JSON, if the form can show them. */
export function readJson(text: string): ReadJson {
  try {
    const steps: unknown = JSON.parse(text);
    const misfit = findMisfit(steps, 'steps');
    // Safe because each step has the fields of its type.
    return misfit === undefined ? { steps: steps as AutomationStep[] } : { misfit };
  } catch (error) {
    return { noJson: error instanceof Error ? error.message : String(error) };
  }
}
