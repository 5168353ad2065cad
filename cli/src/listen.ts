import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Posthorn, WebhookDelivery } from '@posthorn/sdk';
import { Command } from 'commander';
import { time } from './describe-record.ts';
import { atLeastOne, wholeNumber } from './options.ts';
import { patiently } from './patiently.ts';
import { type Session, withSession } from './session.ts';

interface ListenOptions {
  readonly forward?: string;
  readonly secret?: string;
  readonly every: number;
  readonly count: number;
}

/** A delivery may become visible after one with a later time; further back than this nothing new comes up. */
const LOOK_BACK_MS = 60_000;
const ANSWER_WITHIN_MS = 15_000;

/** Deliveries that were not there before, oldest first. */
function newDeliveries(webhooks: Posthorn['webhooks'], id: string) {
  let seen = new Set<string>();
  let newest = 0;
  return async (): Promise<readonly WebhookDelivery[]> => {
    const window: WebhookDelivery[] = [];
    for await (const delivery of webhooks.iterateDeliveries(id, { limit: newest === 0 ? 1 : 100 })) {
      if (delivery.created_at < newest - LOOK_BACK_MS) break;
      window.push(delivery);
      if (newest === 0) break;
    }
    const found = window.filter((delivery) => !seen.has(delivery.id));
    seen = new Set(window.map((delivery) => delivery.id));
    newest = Math.max(newest, ...window.map((delivery) => delivery.created_at));
    return found.reverse();
  };
}

function headersOf(delivery: WebhookDelivery, body: string, secret: string | undefined): Record<string, string> {
  const at = Date.now();
  const seconds = String(Math.floor(at / 1000));
  const told = {
    'content-type': 'application/json',
    'x-webhook-id': delivery.event_id,
    'x-webhook-delivery': delivery.id,
    'x-webhook-event': delivery.type,
    'x-webhook-timestamp': String(at),
    'webhook-id': delivery.event_id,
    'webhook-timestamp': seconds,
  };
  if (secret === undefined) return told;
  const standardKey = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const standard = createHmac('sha256', standardKey).update(`${delivery.event_id}.${seconds}.${body}`).digest('base64');
  return {
    ...told,
    'x-webhook-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    'webhook-signature': `v1,${standard}`,
  };
}

/** Posts a delivery as the service would, and says what came of it. */
async function forward(delivery: WebhookDelivery, { forward: url, secret }: ListenOptions): Promise<string | null> {
  if (url === undefined) return null;
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

async function listen({ tenant, terminal, print }: Session, id: string, options: ListenOptions): Promise<void> {
  const { webhooks } = tenant();
  const { url } = await webhooks.get(id);
  const next = newDeliveries(webhooks, id);
  await next();
  print.note(`listening to what goes to ${url}`);
  const secret = options.secret ?? terminal.environment.POSTHORN_WEBHOOK_SECRET;
  for (let told = 0; ; ) {
    for (const delivery of (await patiently(print, next)) ?? []) {
      const answer = await forward(delivery, { ...options, ...(secret === undefined ? {} : { secret }) });
      const words = [time(delivery.created_at), delivery.type, delivery.message_id ?? '-', answer ?? ''].join('  ').trimEnd();
      print.line({ ...delivery, forwarded: answer }, words);
      told += 1;
      if (told === options.count) return;
    }
    await wait(options.every * 1000);
  }
}

/** `posthorn webhooks listen`: targets are https and public, so it asks for the deliveries and hands them on itself. */
export const listenCommand = () =>
  new Command('listen')
    .description('Print what an endpoint gets from now on, and hand it to an address on this machine.')
    .argument('<id>', 'the endpoint')
    .option('--forward <url>', 'post each event here, http or https')
    .option('--secret <secret>', 'sign what is forwarded; POSTHORN_WEBHOOK_SECRET unless given')
    .option('--every <seconds>', 'how often to ask', atLeastOne, 2)
    .option('--count <events>', 'end after so many', wholeNumber, 0)
    .action(withSession(listen));
