import { Counter, type Registry } from 'prom-client';
import type { AppContext } from '../app-context.ts';
import type { DraftMessage } from './message.ts';
import { messagesAccepted } from './start-message.ts';

const STREAMS: Readonly<Record<DraftMessage['stream'], true>> = { transactional: true, marketing: true };

/** Counts accepted messages, once they are durable. */
export function countAccepted({ hooks }: AppContext, registry: Registry): void {
  const accepted = new Counter({
    name: 'posthorn_messages_accepted_total',
    help: 'Messages made durable for requests and by automations.',
    labelNames: ['stream', 'test_mode'],
    registers: [registry],
  });
  for (const stream of Object.keys(STREAMS)) for (const test_mode of ['false', 'true']) accepted.inc({ stream, test_mode }, 0);
  hooks.on(messagesAccepted, async (messages) => {
    for (const { stream, testMode } of messages) accepted.inc({ stream, test_mode: String(testMode) });
  });
}
