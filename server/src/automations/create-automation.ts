import type { TriggerKind } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { type Automation, type AutomationContent, NO_COUNTS } from './automation.ts';
import { type ContentFault, type GivenAutomation, readContent } from './read-content.ts';
import { insertAutomation } from './store.ts';

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
