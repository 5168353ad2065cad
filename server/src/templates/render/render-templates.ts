import { limits } from '@posthorn/contract';
import { ApiError } from '../../core/errors/api-error.ts';
import { isStorable } from '../../core/text/storable.ts';
import type { StoredVersion } from '../template.ts';
import type { Templates } from '../templates.ts';
import { findActiveVersions } from '../version-store.ts';
import { type AbortedTask, fieldOf, type RenderedParts, type RenderOutcome, type RenderTask, type TemplateModel } from './render-task.ts';
import { runTasks } from './run-tasks.ts';

/** A tenant as of a version of its settings. */
export interface RenderScope {
  readonly tenantId: string;
  readonly version: number;
}

export interface RenderRequest {
  readonly alias: string;
  readonly model: TemplateModel;
}

/** The parts of a mail; null where the template has none. */
export interface TemplateRender extends Omit<RenderedParts, 'kind'> {
  readonly templateVersion: number;
}

export type RenderFailure = ApiError<'template_render_failed'>;
export type RenderResult = TemplateRender | RenderFailure | ApiError<'template_not_found'>;

export const toTask = ({ id, subject, html, text }: StoredVersion, model: TemplateModel): RenderTask => ({
  kind: 'render',
  source: { id, subject, html, text },
  model,
});

export function toResult(version: number, alias: string, outcome: RenderOutcome | AbortedTask | undefined): TemplateRender | RenderFailure {
  const failed = (detail: string) => new ApiError('template_render_failed', { alias }, { detail });
  if (outcome?.kind === 'rendered') {
    const { kind: _, ...parts } = outcome;
    return { templateVersion: version, ...parts };
  }
  if (outcome?.kind === 'fault') return failed(`${fieldOf[outcome.part]}, line ${outcome.line}: ${outcome.detail}`);
  return failed(outcome?.kind === 'aborted' ? outcome.detail : 'It could not be finished.');
}

async function findActive(
  { app, active }: Templates,
  { tenantId, version }: RenderScope,
  aliases: ReadonlySet<string>,
): Promise<Map<string, StoredVersion>> {
  const keyOf = (alias: string) => `${tenantId} ${version} ${alias}`;
  const found = new Map<string, StoredVersion>();
  const unknown: string[] = [];
  for (const alias of aliases) {
    const known = active.get(keyOf(alias));
    if (known !== undefined) found.set(alias, known);
    // The alias may not have been checked yet.
    else if (isStorable(alias)) unknown.push(alias);
  }
  if (unknown.length === 0) return found;
  for (const [alias, stored] of await findActiveVersions(app.db.read, tenantId, unknown)) {
    active.set(keyOf(alias), stored);
    found.set(alias, stored);
  }
  return found;
}

/** Runs that a request has time for, if each is cut off. */
const MOST_RUNS = Math.floor(limits.renderRequestMs / limits.renderMs);

const NOT_BEGUN: AbortedTask = {
  kind: 'aborted',
  detail: `It was not begun, since those before it took the ${limits.renderRequestMs} ms that a request may take; send it in a request of its own.`,
};

/**
 * Renders the active versions of many templates, each with a budget of time of its own, and with one for all of them. Returns a result for
 * each, in order.
 */
export async function renderTemplates(
  templates: Templates,
  scope: RenderScope,
  requests: readonly RenderRequest[],
): Promise<RenderResult[]> {
  const active = await findActive(templates, scope, new Set(requests.map(({ alias }) => alias)));
  const tasks = requests.flatMap(({ alias, model }) => {
    const version = active.get(alias);
    return version === undefined ? [] : [toTask(version, model)];
  });
  const outcomes = (await runTasks(templates.pool, tasks, { tenantId: scope.tenantId, mostRuns: MOST_RUNS })).values();
  return requests.map(({ alias }) => {
    const version = active.get(alias);
    if (version === undefined) return new ApiError('template_not_found', { alias });
    return toResult(version.version, alias, outcomes.next().value ?? NOT_BEGUN);
  });
}
