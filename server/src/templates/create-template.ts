import { limits } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { isUniqueViolation } from '../db/dialect.ts';
import { bumpVersion } from '../meters/version-store.ts';
import { countTemplates, findTemplate, insertTemplate } from './store.ts';
import type { TemplateShell } from './template.ts';

export interface NewTemplate {
  readonly alias: string;
  readonly name?: string | undefined;
}

/** Creates the shell of a template, without a version. */
export async function createTemplate(
  { db, clock, newId }: AppContext,
  tenantId: string,
  { alias, name }: NewTemplate,
): Promise<TemplateShell | ApiError<'alias_taken' | 'template_limit_reached'>> {
  const at = clock.now();
  const shell: TemplateShell = { id: newId('tpl', at), alias, name: name ?? null, activeVersion: null, createdAt: at, updatedAt: at };
  try {
    return await db.transact(async (trx) => {
      await bumpVersion(trx, tenantId);
      if ((await countTemplates(trx, tenantId)) >= limits.templates && (await findTemplate(trx, tenantId, alias)) === undefined)
        return new ApiError('template_limit_reached', { limit: limits.templates });
      await insertTemplate(trx, tenantId, shell);
      return shell;
    });
  } catch (error) {
    if (isUniqueViolation(error)) return new ApiError('alias_taken', { alias }, { cause: error });
    throw error;
  }
}
