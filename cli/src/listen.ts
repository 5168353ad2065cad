import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Posthorn, WebhookDelivery } from '@posthorn/sdk';
import { Command } from 'commander';
import { atLeastOne, httpAddress, wholeNumber } from './options.ts';
import { time } from './output/describe-record.ts';
import { findVariable } from './service/find-variable.ts';
import { retryUntilReachable } from './service/retry-until-reachable.ts';
import { type Session, withSession } from './service/session.ts';

interface ListenOptions {
  readonly forward?: string;
  readonly secret?: string;
  readonly every: number;
  readonly count: number;
}

/** How far back new deliveries may turn up: a delivery may become visible after one with a later time. */
const LOOK_BACK_MS = 60_000;
const ANSWER_WITHIN_MS = 15_000;

/** Creates a function that returns the deliveries since its last call, oldest first; at the first call, those of the last minute. */
function newDeliveries(webhooks: Posthorn['webhooks'], id: string) {
  let seen = new Set<string>();
  let horizon: number | undefined;
  return async (): Promise<readonly WebhookDelivery[]> => {
    const window: WebhookDelivery[] = [];
    for await (const delivery of webhooks.iterateDeliveries(id, { limit: 100 })) {
      horizon ??= delivery.created_at - LOOK_BACK_MS;
      if (delivery.created_at < horizon) break;
      window.push(delivery);
    }
    const found = window.filter((delivery) => !seen.has(delivery.id));
    seen = new Set(window.map((delivery) => delivery.id));
    horizon = Math.max(horizon ?? 0, ...window.map((delivery) => delivery.created_at - LOOK_BACK_MS));
    return found.reverse();
  };
}

function headersOf(delivery: WebhookDelivery, body: string, secret: string | undefined): Record<string, string> {
  const at = Date.now();
  const seconds = String(Math.floor(at / 1000));
  const headers = {
    'content-type': 'application/json',
    'x-webhook-id': delivery.event_id,
    'x-webhook-delivery': delivery.id,
    'x-webhook-event': delivery.type,
    'x-webhook-timestamp': String(at),
    'webhook-id': delivery.event_id,
    'webhook-timestamp': seconds,
  };
  if (secret === undefined) return headers;
  const standardKey = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const standard = createHmac('sha256', standardKey).update(`${delivery.event_id}.${seconds}.${body}`).digest('base64');
  return {
    ...headers,
    'x-webhook-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    'webhook-signature': `v1,${standard}`,
  };
}

/** Posts a delivery as the service would. Returns the status or the fault; null where nothing is forwarded. */
async function forward(delivery: WebhookDelivery, { forward: url, secret }: ListenOptions): Promise<string | null> {
  if (url === undefined || delivery.payload === null) return null;
  const body = JSON.stringify(delivery.payload);
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  try {
    const { status } = await fetch(url, { method: 'POST', body, headers: headersOf(delivery, body, secret), redirect: 'manual', signal });
    return String(status);
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    return cause instanceof Error && 'code' in cause ? String(cause.code) : 'no answer';
  }
}

/** Returns the secret to sign with; warns where there is none, since the receiver could only see that the event is not genuine. */
function findSecret({ terminal, print }: Session, { forward: url, secret }: ListenOptions): string | undefined {
  const found = secret ?? findVariable(terminal.environment, 'POSTHORN_WEBHOOK_SECRET');
  if (url !== undefined && found === undefined) print.note('forwarding unsigned: POSTHORN_WEBHOOK_SECRET is not set');
  return found;
}

async function listen(session: Session, id: string, options: ListenOptions): Promise<void> {
  const { tenant, print } = session;
  const { webhooks } = tenant();
  const { url } = await webhooks.get(id);
  const next = newDeliveries(webhooks, id);
  await next();
  const secret = findSecret(session, options);
  print.note(`listening to what goes to ${url}`);
  for (let forwarded = 0; ; ) {
    for (const delivery of (await retryUntilReachable(print, next)) ?? []) {
      const answer = await forward(delivery, { ...options, ...(secret === undefined ? {} : { secret }) });
      const words = [time(delivery.created_at), delivery.type, delivery.message_id ?? '-', answer ?? ''].join('  ').trimEnd();
      print.line({ ...delivery, forwarded: answer }, words);
      forwarded += 1;
      if (forwarded === options.count) return;
    }
    await wait(options.every * 1000);
  }
}

/** `posthorn webhooks listen`: targets are https and public, so it asks for the deliveries and hands them on itself. */
export const listenCommand = () =>
  new Command('listen')
    .description('Print the deliveries of an endpoint from now on, and forward them to a URL on this machine.')
    .argument('<webhook>')
    .option('--forward <url>', 'post each event here, http or https', httpAddress)
    .option('--secret <secret>', 'sign what is forwarded; POSTHORN_WEBHOOK_SECRET by default')
    .option('--every <seconds>', 'how often to poll', atLeastOne, 2)
    .option('--count <events>', 'end after so many', wholeNumber, 0)
    .action(withSession(listen));
