import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import { Unavailable } from '../core/unavailable.ts';
import { checkFilter, findAudienceIds } from '../segments/index.ts';
import { type ContentRenderer, findActiveVersions } from '../templates/index.ts';
import type { Automation, AutomationKey } from './automation.ts';
import { invalidSteps, type PlacedStep, type Program, readSteps, type StepsFault } from './program.ts';
import { findSenders, type SenderFault, type Senders } from './sender.ts';
import type { AudienceStep, SendStep, Step } from './steps.ts';
import { findAutomation, moveAutomation } from './store.ts';
import { type WakeParts, wake } from './wake.ts';
import { refuseMove, shortestWait } from './write-automation.ts';

export interface ActivateParts extends WakeParts {
  readonly content: ContentRenderer;
}

type Placed<S extends Step> = PlacedStep & { readonly step: S };

const isOf =
  <S extends Step>(...types: readonly S['type'][]) =>
  (placed: PlacedStep): placed is Placed<S> =>
    types.some((type) => type === placed.step.type);

async function findTemplateFault(app: AppContext, tenantId: string, sends: readonly Placed<SendStep>[]): Promise<StepsFault | undefined> {
  const aliases = [...new Set(sends.flatMap(({ step }) => step.template_alias ?? []))];
  const versions = aliases.length === 0 ? new Map() : await findActiveVersions(app.db.read, tenantId, aliases);
  for (const { step, path } of sends) {
    if (step.template_alias === undefined) continue;
    const version = versions.get(step.template_alias);
    if (version === undefined)
      return invalidSteps(`${path}.template_alias`, 'There is no template with an active version under this alias.');
    if (step.subject === undefined && version.subject === null)
      return invalidSteps(`${path}.subject`, 'Required, since the template has none.');
  }
  return undefined;
}

async function findSourceFault({ content }: ActivateParts, tenantId: string, sends: readonly Placed<SendStep>[]) {
  for (const { step, path } of sends) {
    const source = { subject: step.subject ?? null, html: step.html_body ?? null, text: step.text_body ?? null };
    const fault = await content.check(tenantId, source);
    if (fault !== undefined) return invalidSteps(`${path}.${String(fault.fields.field)}`, fault.detail ?? 'It has a fault.');
  }
  return undefined;
}

async function findAudienceFault(
  { db }: AppContext,
  tenantId: string,
  steps: readonly Placed<AudienceStep>[],
): Promise<StepsFault | undefined> {
  if (steps.length === 0) return undefined;
  const known = new Set(await findAudienceIds(db.read, { tenantId, ids: steps.map(({ step }) => step.audience_id) }));
  const unknown = steps.find(({ step }) => !known.has(step.audience_id));
  return unknown && invalidSteps(`${unknown.path}.audience_id`, 'There is no such audience.');
}

async function findFilterFault({ db }: AppContext, tenantId: string, placed: readonly PlacedStep[]): Promise<StepsFault | undefined> {
  for (const { step, path } of placed) {
    if (step.type !== 'branch') continue;
    const checked = await checkFilter(db.read, tenantId, step.filter);
    if (!(checked instanceof ApiError)) continue;
    const place = String(checked.fields.path);
    return invalidSteps(`${path}.filter${place === '' ? '' : `.${place}`}`, checked.detail ?? 'The filter is not valid.');
  }
  return undefined;
}

function findSenderFault(senders: Senders, sends: readonly Placed<SendStep>[]): StepsFault | undefined {
  const unknown = sends.find(({ step }) => step.from !== undefined && senders.named(step.from) === undefined);
  return unknown && invalidSteps(`${unknown.path}.from`, 'Not on a verified domain.');
}

/** Reads a stored program as one that is to be run: an empty one is none. */
export function readRunnable(app: AppContext, { steps }: Automation): Program | StepsFault {
  if (steps.length === 0) return invalidSteps('steps', 'There are none.');
  const read = readSteps(steps, shortestWait(app));
  return read instanceof ApiError ? read : read.program;
}

/** What a program names must be there, and its texts must be templates. */
async function findProgramFault(parts: ActivateParts, tenantId: string, placed: readonly PlacedStep[]): Promise<StepsFault | undefined> {
  const { app } = parts;
  const sends = placed.filter(isOf<SendStep>('send_email'));
  return (
    (await findTemplateFault(app, tenantId, sends)) ??
    (await findSourceFault(parts, tenantId, sends)) ??
    (await findAudienceFault(app, tenantId, placed.filter(isOf<AudienceStep>('add_to_audience', 'remove_from_audience')))) ??
    (await findFilterFault(app, tenantId, placed))
  );
}

async function findTriggerFault({ db }: AppContext, { tenantId, triggerKind, triggerConfig }: Automation) {
  if (triggerKind === 'contact_created') return undefined;
  const id = triggerConfig.audience_id;
  const known = id === undefined ? [] : await findAudienceIds(db.read, { tenantId, ids: [id] });
  if (known.length > 0) return undefined;
  return new ApiError('invalid_trigger', {}, { detail: 'trigger_config.audience_id is not the id of an audience.' });
}

export type ActivationFault = StepsFault | SenderFault | ApiError<'invalid_trigger'>;

async function findFault(parts: ActivateParts, automation: Automation): Promise<ActivationFault | undefined> {
  const { app } = parts;
  const program = readRunnable(app, automation);
  if (program instanceof ApiError) return program;
  const placed = [...program.steps.values()];
  const fault = (await findProgramFault(parts, automation.tenantId, placed)) ?? (await findTriggerFault(app, automation));
  if (fault !== undefined) return fault;
  const senders = await findSenders(app.db.read, automation);
  return senders instanceof ApiError ? senders : findSenderFault(senders, placed.filter(isOf<SendStep>('send_email')));
}

const TRIES = 10;
const FROM = ['draft', 'paused'] as const;

/** Starts an automation, or lets a paused one go on. Its enrollments fall due by their own times. */
export async function activateAutomation(
  parts: ActivateParts,
  key: AutomationKey,
): Promise<Automation | ActivationFault | ApiError<'not_found' | 'not_activatable'>> {
  const { db, clock } = parts.app;
  // What was checked must be what is activated.
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const known = await findAutomation(db.write, key);
    if (known === undefined) return new ApiError('not_found');
    if (!FROM.some((status) => status === known.status)) return refuseMove('not_activatable', known.status);
    const fault = await findFault(parts, known);
    if (fault !== undefined) return fault;
    const move = { from: FROM, to: 'active', at: clock.now(), readAt: known.updatedAt } as const;
    const moved = await db.transact(async (trx) => {
      const active = await moveAutomation(trx, key, move);
      if (active !== undefined) await wake(parts, trx, [key.id]);
      return active;
    });
    if (moved !== undefined) return moved;
  }
  throw new Unavailable(new Error('an automation was changed by others all the time'));
}
