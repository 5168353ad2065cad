import { type AutomationStep, limits, type TriggerKind } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import { formatAddress, parseAddress } from '../core/email-address.ts';
import { type Automation, type AutomationContent, type AutomationKey, NO_COUNTS, type TriggerConfig } from './automation.ts';
import type { StepsFault } from './program/program.ts';
import { readSteps } from './program/read-steps.ts';
import type { StepRules } from './steps/step-kind.ts';
import { insertAutomation, lockAutomations, updateContent } from './store.ts';

/** What is given of an automation; a null clears. */
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
  return new ApiError(
    'validation_failed',
    { field },
    { detail: `${field}: Not an address of the form a@example.com or Name <a@example.com>.` },
  );
}

const kept = <T>(given: T | undefined, known: T): T => (given === undefined ? known : given);

function readContent(app: AppContext, given: GivenAutomation, known: AutomationContent): AutomationContent | ContentFault {
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

export type NewAutomation = GivenAutomation & { readonly name: string; readonly trigger_kind: TriggerKind };

/** Writes a draft. */
export async function createAutomation(app: AppContext, tenantId: string, given: NewAutomation): Promise<Automation | ContentFault> {
  const { db, clock, newId } = app;
  const blank: AutomationContent = {
    name: given.name,
    description: null,
    triggerKind: given.trigger_kind,
    triggerConfig: {},
    steps: [],
    fromDomainId: null,
    from: null,
    replyTo: null,
  };
  const content = readContent(app, given, blank);
  if (content instanceof ApiError) return content;
  const at = clock.now();
  const automation: Automation = {
    ...content,
    id: newId('aut', at),
    tenantId,
    status: 'draft',
    counts: NO_COUNTS,
    createdAt: at,
    updatedAt: at,
    activatedAt: null,
    archivedAt: null,
  };
  await db.transact((trx) => insertAutomation(trx, automation));
  return automation;
}

/** The answer to a move that the automation's state does not allow. */
export const refuseMove = <C extends 'not_editable' | 'not_activatable' | 'not_active' | 'not_archivable'>(code: C, status: string) =>
  // Safe because all of these codes have this field and no other.
  new ApiError<'not_active'>(code as 'not_active', { status }) as unknown as ApiError<C>;

/** Changes a draft; what is left out stays. */
export async function updateAutomation(
  app: AppContext,
  key: AutomationKey,
  given: GivenAutomation,
): Promise<Automation | ContentFault | ApiError<'not_found' | 'not_editable'>> {
  const { db, clock } = app;
  return db.transact(async (trx) => {
    const [known] = await lockAutomations(trx, [key.id]);
    if (known === undefined || known.tenantId !== key.tenantId) return new ApiError('not_found');
    if (known.status !== 'draft') return refuseMove('not_editable', known.status);
    const content = readContent(app, given, known);
    if (content instanceof ApiError) return content;
    // A version of what it says: never the same twice.
    return updateContent(trx, key, { content, at: Math.max(clock.now(), known.updatedAt + 1) });
  });
}
