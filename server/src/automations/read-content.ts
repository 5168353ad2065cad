import { type AutomationStep, limits, type TriggerKind } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { formatAddress, NOT_AN_ADDRESS, parseAddress } from '../core/email-address.ts';
import { ApiError } from '../core/errors/api-error.ts';
import type { AutomationContent, TriggerConfig } from './automation.ts';
import type { StepsFault } from './program/program.ts';
import { readSteps } from './program/read-steps.ts';
import type { StepRules } from './steps/step-kind.ts';

/** The given fields of an automation; null clears one. */
export interface GivenAutomation {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly trigger_kind?: TriggerKind | undefined;
  readonly trigger_config?: TriggerConfig | undefined;
  readonly steps?: readonly AutomationStep[] | undefined;
  readonly from_domain_id?: string | null | undefined;
  readonly from?: string | null | undefined;
  readonly reply_to?: string | null | undefined;
}

export type ContentFault = StepsFault | ApiError<'validation_failed'>;

export const rulesOf = ({ config }: Pick<AppContext, 'config'>): StepRules => ({
  shortestWait: config.ALLOW_SHORT_WAITS ? 0 : limits.shortestWaitSeconds,
});

function readAddress(field: 'from' | 'reply_to', given: string | null): string | null | ApiError<'validation_failed'> {
  if (given === null) return null;
  const address = parseAddress(given);
  if (address !== undefined) return formatAddress(address);
  return new ApiError('validation_failed', { field }, { detail: `${field}: ${NOT_AN_ADDRESS}` });
}

const kept = <T>(given: T | undefined, known: T): T => (given === undefined ? known : given);

/** Returns the content of an automation, changed by the given fields. */
export function readContent(app: AppContext, given: GivenAutomation, known: AutomationContent): AutomationContent | ContentFault {
  const from = readAddress('from', kept(given.from, known.from));
  if (from instanceof ApiError) return from;
  const replyTo = readAddress('reply_to', kept(given.reply_to, known.replyTo));
  if (replyTo instanceof ApiError) return replyTo;
  const read = given.steps === undefined ? { steps: known.steps } : readSteps(given.steps, rulesOf(app));
  if (read instanceof ApiError) return read;
  return {
    name: kept(given.name, known.name),
    description: kept(given.description, known.description),
    triggerKind: kept(given.trigger_kind, known.triggerKind),
    triggerConfig: kept(given.trigger_config, known.triggerConfig),
    steps: read.steps,
    fromDomainId: kept(given.from_domain_id, known.fromDomainId),
    from,
    replyTo,
  };
}
