import type { Platform } from '../platform.ts';
import type { CheckSource } from '../templates/index.ts';
import { automationRoutes } from './routes.ts';

export { purgeDisowned } from './change-state.ts';
export { enrollAdded, enrollCreated, removeFromAutomations } from './enroll.ts';

export interface AutomationDeps {
  readonly checkSource: CheckSource;
}

/** Automations, wired. */
export function createAutomations(platform: Platform, { checkSource }: AutomationDeps) {
  return { routes: automationRoutes({ platform, checkSource }) };
}
