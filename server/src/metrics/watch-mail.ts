import type { AppContext } from '../app-context.ts';
import { systemClock } from '../core/clock.ts';
import { deliverySettled } from '../delivery/index.ts';
import { reportReceived } from '../feedback/index.ts';
import { mailUnreadable, postmasterWritten } from '../inbound/index.ts';
import { messagesAccepted } from '../messages/index.ts';
import type { Provider } from '../provider/provider.ts';
import { logInAnswered, mailAnswered } from '../submission/index.ts';
import { webhookAttempted } from '../webhooks/index.ts';
import type { Metrics } from './create-metrics.ts';

/** Counts what happens to mail and webhooks. */
export function watchMail({ hooks }: AppContext, metrics: Metrics): void {
  hooks.on(messagesAccepted, async (messages) => metrics.onAccepted(messages));
  hooks.on(deliverySettled, async (settled) => metrics.onSettled(settled));
  hooks.on(webhookAttempted, async (status) => metrics.onWebhook(status));
  hooks.on(reportReceived, async (report) => metrics.onReport(report));
  hooks.on(mailUnreadable, async (cause) => metrics.onUnreadable(cause));
  hooks.on(postmasterWritten, async () => metrics.onPostmaster());
  hooks.on(mailAnswered, async (answered) => metrics.onSubmission(answered));
  hooks.on(logInAnswered, async (reply) => metrics.onLogIn(reply));
}

/** Returns the provider with each hand-over measured: its duration and its outcome. */
export function watchProvider(provider: Provider, { onHandOver }: Metrics): Provider {
  return {
    ...provider,
    async send(mail, options) {
      const startedAt = systemClock.monotonic();
      const result = await provider.send(mail, options);
      onHandOver(result, (systemClock.monotonic() - startedAt) / 1000);
      return result;
    },
  };
}
