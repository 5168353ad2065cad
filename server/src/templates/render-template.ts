import { LRUCache } from 'lru-cache';
import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import { isStorable } from '../core/storable.ts';
import { fieldOf } from './present.ts';
import type { RenderPool } from './render-pool.ts';
import type { AbortedTask, RenderedParts, RenderOutcome, RenderTask, TemplateModel } from './render-task.ts';
import { findActiveVersions } from './store.ts';
import type { StoredVersion } from './template.ts';

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
export interface Rendered extends Omit<RenderedParts, 'kind'> {
  readonly templateVersion: number;
}

export type RenderFailure = ApiError<'template_render_failed'>;
export type RenderResult = Rendered | RenderFailure | ApiError<'template_not_found'>;

export interface TemplateRenderer {
  /** Renders the active version of a template. */
  renderTemplate(scope: RenderScope, alias: string, model: TemplateModel): Promise<RenderResult>;
  /** The same for many, with one budget of time for all of them; a result for each, in order. */
  renderMany(scope: RenderScope, requests: readonly RenderRequest[]): Promise<RenderResult[]>;
  /** Renders a version, active or not. */
  renderVersion(tenantId: string, version: StoredVersion, request: RenderRequest): Promise<Rendered | RenderFailure>;
}

/** Characters of sources that are kept. */
const CACHED_LENGTH = 32 * 1024 * 1024;
const ENTRY_LENGTH = 500;

const lengthOf = ({ subject, html, text }: StoredVersion) =>
  ENTRY_LENGTH + (subject?.length ?? 0) + (html?.length ?? 0) + (text?.length ?? 0);

const toTask = ({ id, subject, html, text }: StoredVersion, model: TemplateModel): RenderTask => ({
  kind: 'render',
  source: { id, subject, html, text },
  model,
});

function toResult(version: number, alias: string, outcome: RenderOutcome | AbortedTask | undefined): Rendered | RenderFailure {
  const failed = (detail: string) => new ApiError('template_render_failed', { alias }, { detail });
  if (outcome?.kind === 'rendered') {
    const { kind: _, ...parts } = outcome;
    return { templateVersion: version, ...parts };
  }
  if (outcome?.kind === 'fault') return failed(`${fieldOf[outcome.part]}, line ${outcome.line}: ${outcome.detail}`);
  return failed(outcome?.kind === 'aborted' ? outcome.detail : 'It could not be finished.');
}

/** Renders templates, keeping active versions for as long as the version of the tenant's settings stands. */
export function templateRenderer({ db }: AppContext, pool: RenderPool): TemplateRenderer {
  const cache = new LRUCache<string, StoredVersion>({ maxSize: CACHED_LENGTH, sizeCalculation: lengthOf });

  async function findActive({ tenantId, version }: RenderScope, aliases: ReadonlySet<string>): Promise<Map<string, StoredVersion>> {
    const keyOf = (alias: string) => `${tenantId} ${version} ${alias}`;
    const found = new Map<string, StoredVersion>();
    const unknown: string[] = [];
    for (const alias of aliases) {
      const known = cache.get(keyOf(alias));
      if (known !== undefined) found.set(alias, known);
      // The alias may not have been checked yet.
      else if (isStorable(alias)) unknown.push(alias);
    }
    if (unknown.length === 0) return found;
    for (const [alias, active] of await findActiveVersions(db.read, tenantId, unknown)) {
      cache.set(keyOf(alias), active);
      found.set(alias, active);
    }
    return found;
  }

  async function renderMany(scope: RenderScope, requests: readonly RenderRequest[]): Promise<RenderResult[]> {
    const active = await findActive(scope, new Set(requests.map(({ alias }) => alias)));
    const tasks = requests.flatMap(({ alias, model }) => {
      const version = active.get(alias);
      return version === undefined ? [] : [toTask(version, model)];
    });
    const outcomes = (tasks.length === 0 ? [] : await pool.run(scope.tenantId, tasks)).values();
    return requests.map(({ alias }) => {
      const version = active.get(alias);
      if (version === undefined) return new ApiError('template_not_found', { alias });
      return toResult(version.version, alias, outcomes.next().value);
    });
  }

  return {
    renderMany,
    async renderTemplate(scope, alias, model) {
      const [result] = await renderMany(scope, [{ alias, model }]);
      return result ?? new ApiError('template_not_found', { alias });
    },
    async renderVersion(tenantId, version, { alias, model }) {
      const [outcome] = await pool.run(tenantId, [toTask(version, model)]);
      return toResult(version.version, alias, outcome);
    },
  };
}
