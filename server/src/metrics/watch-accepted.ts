import type { AppContext } from '../app-context.ts';
import { messagesAccepted } from '../messages/index.ts';
import type { Metrics } from './create-metrics.ts';

/** Counts what is accepted. */
export function watchAccepted({ hooks }: AppContext, { onAccepted }: Metrics): void {
  hooks.on(messagesAccepted, async (messages) => onAccepted(messages));
}
