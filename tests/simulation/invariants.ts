import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { ledgerStatusOf } from '../../server/src/broadcasts/ledger/ledger.ts';
import { isOfBroadcast } from './receiving-side.ts';
import { hookPath, type World } from './world.ts';

interface StoredRecipient {
  readonly email: string;
  readonly status: string;
}

const ENDED = ['sent', 'failed', 'suppressed', 'cancelled'];
/** Final states of a recipient whose mail was not cancelled. */
const SETTLED = ['sent', 'complained', 'failed', 'suppressed', 'bounced'];
const REACHED = ['sent', 'complained'];

async function findStored(world: World) {
  const { read } = world.server().app.db;
  const ofTenant = <T extends { where(column: 'tenant_id', op: '=', value: string): T }>(query: T) =>
    query.where('tenant_id', '=', world.tenant.id);
  const messages = await ofTenant(read.selectFrom('messages').selectAll()).execute();
  const attempts = await ofTenant(read.selectFrom('delivery_attempts').selectAll()).execute();
  const events = await ofTenant(read.selectFrom('events').select(['id', 'type', 'message_id', 'recipients'])).execute();
  const deliveries = await ofTenant(read.selectFrom('webhook_deliveries').select(['event_id', 'status', 'attempt_count'])).execute();
  const buckets = await ofTenant(read.selectFrom('quota_buckets').selectAll()).execute();
  const skips = await ofTenant(read.selectFrom('broadcast_skips').select(['broadcast_id', 'contact_id', 'status'])).execute();
  return { messages, attempts, events, deliveries, buckets, skips };
}

type Stored = Awaited<ReturnType<typeof findStored>>;
type StoredMessage = Stored['messages'][number];

function* lookAtMessage({ receiving }: World, message: StoredMessage, doubts: number): Generator<string> {
  const { subject, status, due_at, claim_job } = message;
  if (!ENDED.includes(status) || due_at !== null || claim_job !== null) yield `${subject} is open: ${status}`;
  const recipients: readonly StoredRecipient[] = JSON.parse(message.recipients);
  for (const recipient of recipients) {
    const got = receiving.copies.get(`${subject} ${recipient.email}`) ?? 0;
    const least = REACHED.includes(recipient.status) ? 1 : 0;
    const told = `${subject} (${status}) to ${recipient.email} (${recipient.status})`;
    if (got < least || got > least + doubts) yield `${told} came ${got} times, ${doubts} in doubt`;
    if (status !== 'cancelled' && !SETTLED.includes(recipient.status)) yield `${told} is open`;
  }
}

function* lookAtMessages(world: World, { messages, attempts }: Stored): Generator<string> {
  const accepted = new Set(world.requests.flatMap(({ ids }) => ids));
  const stored = new Set(messages.map(({ id }) => id));
  for (const id of accepted) if (!stored.has(id)) yield `${id} is lost`;
  for (const message of messages) {
    if (!isOfBroadcast(message.subject) && !accepted.has(message.id)) yield `${message.subject} was stored and not accepted`;
    const doubts = attempts.filter(({ message_id, outcome }) => message_id === message.id && outcome === 'in_doubt').length;
    yield* lookAtMessage(world, message, doubts);
  }
  for (const { message_id: id, outcome, started_at, in_doubt_since: since } of attempts)
    if (since !== (outcome === 'in_doubt' ? started_at : null)) yield `an attempt at ${id} is ${outcome}, in doubt since ${since}`;
  const unended = attempts.filter(({ outcome }) => outcome === null);
  for (const { message_id: id } of unended) yield `an attempt at ${id} has not ended`;
}

/** Checks that a mail is sent to a recipient once, and not after it was cancelled. */
function* lookAtEvents({ messages, events }: Stored): Generator<string> {
  const byMessage = Map.groupBy(events, ({ message_id: id }) => id);
  for (const { id, subject, status } of messages) {
    const sent = (byMessage.get(id) ?? []).filter(({ type }) => type === 'sent').flatMap(({ recipients }) => JSON.parse(recipients));
    if (new Set(sent).size < sent.length) yield `${subject} is told to be sent twice: ${sent}`;
    if (status === 'cancelled' && sent.length > 0) yield `${subject} is cancelled and sent`;
  }
}

function* lookAtHooks({ receiver }: World, { events, deliveries }: Stored): Generator<string> {
  const received = new Set(receiver.at(hookPath).map(({ body }) => JSON.parse(body).event_id));
  const planned = new Map(deliveries.map((delivery) => [delivery.event_id, delivery]));
  for (const { id, type } of events) {
    const delivery = planned.get(id);
    if (delivery === undefined) yield `${type} ${id} was not announced`;
    else if (delivery.status === 'delivered' && !received.has(id)) yield `${type} ${id} was not received`;
    else if (delivery.status !== 'delivered' && delivery.attempt_count !== 8)
      yield `${type} ${id} is ${delivery.status} after ${delivery.attempt_count}`;
  }
}

/** Checks that mail without recipients costs nothing, and neither does broadcast mail. */
function* lookAtQuota({ messages, buckets }: Stored): Generator<string> {
  const counted = messages.filter(({ status, broadcast_id: broadcast }) => status !== 'suppressed' && broadcast === null).length;
  const used = buckets.filter((bucket) => bucket.quota_window === 'monthly').reduce((sum, bucket) => sum + bucket.used, 0);
  if (used !== counted) yield `${used} units for ${counted} mails`;
}

/** Checks that each contact was processed once, and that the ledger counts the outcomes. */
async function lookAtBroadcasts({ broadcasts, call, contactIds }: World, { messages, skips }: Stored): Promise<string[]> {
  const wrong: string[] = [];
  for (const { id } of broadcasts.filter(({ deleted }) => !deleted)) {
    const own = messages.filter(({ broadcast_id: broadcast }) => broadcast === id);
    const skipped = skips.filter(({ broadcast_id: broadcast }) => broadcast === id);
    const looked = [...own, ...skipped].map(({ contact_id: contact }) => contact);
    if (looked.toSorted().join() !== contactIds.toSorted().join()) wrong.push(`${id} has looked at ${looked}`);
    const { status } = (await call('GET', `/v1/broadcasts/${id}`)).body;
    const { ledger } = (await call('GET', `/v1/broadcasts/${id}/stats`)).body;
    const counts = Object.groupBy(
      [...own.map(({ status, sent_at: sentAt }) => ledgerStatusOf({ status, sentAt })), ...skipped.map((skip) => skip.status)],
      (one) => one,
    );
    const { total, pending, ...parts } = ledger as Record<string, number>;
    const adds = Object.entries(parts).every(([part, count]) => count === (counts[part]?.length ?? 0));
    if (status !== 'sent' || pending !== 0 || total !== contactIds.length || !adds)
      wrong.push(`${id} is ${status}: ${JSON.stringify(ledger)}`);
  }
  return wrong;
}

async function lookAtSignatures({ receiving, call, tenant }: World): Promise<string[]> {
  const { records } = (await call('GET', `/v1/domains/${tenant.domain.id}`)).body;
  const resolver = async (name: string, type: string): Promise<string[][]> =>
    records
      .filter((record: { name: string; type: string }) => record.name === name && record.type === type)
      .map(({ value }: { value: string }) => [value]);
  const verified = await Promise.all(receiving.sink.mails.map(({ raw }) => dkimVerify(raw, { resolver })));
  const failed = verified.filter(({ results }) => results.length === 0 || results.some(({ status }) => status.result !== 'pass'));
  return failed.map(({ results }) => `a signature is no good: ${JSON.stringify(results.map(({ status }) => status))}`);
}

/** Returns everything that is wrong once all work has ended. */
export async function findViolations(world: World): Promise<string[]> {
  const stored = await findStored(world);
  return [
    ...world.violations,
    ...lookAtMessages(world, stored),
    ...lookAtEvents(stored),
    ...lookAtHooks(world, stored),
    ...lookAtQuota(stored),
    ...(await lookAtBroadcasts(world, stored)),
    ...(await lookAtSignatures(world)),
  ];
}
