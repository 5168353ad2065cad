import { findInexactNumber, INEXACT_NUMBER } from '@posthorn/contract';
import { formatPath } from '../../core/operation/validate.ts';
import type { StepFault, StepRules } from './step-kind.ts';

/** Looks for a number that is not kept exactly within a field that takes any JSON. What was saved before goes on. */
export function findInexactField(field: string, value: unknown, { isStored = false }: StepRules): StepFault | undefined {
  const place = isStored ? undefined : findInexactNumber(value);
  return place && { at: formatPath([field, ...place]), detail: INEXACT_NUMBER };
}
