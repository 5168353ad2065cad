import type { SnsMessage } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { readSesNotification } from '../reports/ses.ts';
import type { FetchText } from './fetch-text.ts';
import { takeProviderEvent } from './take-provider-event.ts';
import { isSnsUrl, type SnsCertificates, verifySns } from './verify-sns.ts';

export interface SnsParts {
  readonly app: AppContext;
  readonly fetchText: FetchText;
  readonly certificates: SnsCertificates;
}

/**
 * Handles a request of SNS for the topics that the operator has configured, and returns how many of its events matched a message: anybody
 * can make SNS sign for a topic of their own. Subscriptions to configured topics are confirmed.
 */
export async function takeSns(
  { app, fetchText, certificates }: SnsParts,
  message: SnsMessage,
): Promise<number | ApiError<'unauthorized' | 'not_found'>> {
  const { config, log } = app;
  if (config.SES_TOPIC_ARNS === undefined) return new ApiError('not_found');
  if (!config.SES_TOPIC_ARNS.includes(message.TopicArn) || !(await verifySns(certificates, message))) return new ApiError('unauthorized');
  if (message.Type === 'SubscriptionConfirmation' && message.SubscribeURL !== undefined && isSnsUrl(message.SubscribeURL)) {
    await fetchText(message.SubscribeURL);
    log.info({ topic: message.TopicArn }, 'the subscription to a topic is confirmed');
  }
  if (message.Type !== 'Notification') return 0;
  let taken = 0;
  // A message that is not ours belongs to another program that sends by the same account.
  for (const event of readSesNotification(message.Message)) if (!((await takeProviderEvent(app, event)) instanceof ApiError)) taken += 1;
  return taken;
}
