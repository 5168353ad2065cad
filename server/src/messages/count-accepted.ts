import { Counter, type Registry } from 'prom-client';
import type { AppContext } from '../app-context.ts';
import { messagesAccepted } from './start-message.ts';

/** Counts accepted messages, once they are durable. */
export function countAccepted({ hooks }: AppContext, registry: Registry): void {
  const accepted = new Counter({
    name: 'posthorn_messages_accepted_total',
    help: 'Messages made durable for requests and by automations.',
    labelNames: ['stream', 'test_mode'],
    registers: [registry],
  });
  hooks.on(messagesAccepted, async (messages) => {
    for (const { stream, testMode } of messages) accepted.inc({ stream, test_mode: String(testMode) });
  });
}
