import { hookPath, type World } from './world.ts';

interface StoredRecipient {
  readonly email: string;
  readonly status: string;
}

const ENDED = ['sent', 'failed', 'suppressed', 'cancelled'];
/** Of a recipient whose mail has ended otherwise than by cancellation. */
const SETTLED = ['sent', 'failed', 'suppressed', 'bounced'];

async function findStored(world: World) {
  const { read } = world.server().platform.db;
  const ofTenant = <T extends { where(column: 'tenant_id', op: '=', value: string): T }>(query: T) =>
    query.where('tenant_id', '=', world.tenant.id);
  const messages = await ofTenant(read.selectFrom('messages').selectAll()).execute();
  const attempts = await ofTenant(read.selectFrom('delivery_attempts').selectAll()).execute();
  const events = await ofTenant(read.selectFrom('events').select(['id', 'type', 'message_id'])).execute();
  const deliveries = await ofTenant(read.selectFrom('webhook_deliveries').select(['event_id', 'status', 'attempt_count'])).execute();
  const buckets = await ofTenant(read.selectFrom('quota_buckets').selectAll()).execute();
  return { messages, attempts, events, deliveries, buckets };
}

type Stored = Awaited<ReturnType<typeof findStored>>;

function* lookAtMessage({ mails, copies }: World, message: Stored['messages'][number], doubts: number): Generator<string> {
  const { id, subject, status, due_at, claim_job } = message;
  if (!mails.some((mail) => mail.id === id)) yield `${subject} was stored and not accepted`;
  if (!ENDED.includes(status) || due_at !== null || claim_job !== null) yield `${subject} is open: ${status}`;
  const recipients: readonly StoredRecipient[] = JSON.parse(message.recipients);
  for (const recipient of recipients) {
    const got = copies.get(`${subject} ${recipient.email}`) ?? 0;
    const least = recipient.status === 'sent' ? 1 : 0;
    const told = `${subject} (${status}) to ${recipient.email} (${recipient.status})`;
    if (got < least || got > least + doubts) yield `${told} came ${got} times, ${doubts} in doubt`;
    if (status !== 'cancelled' && !SETTLED.includes(recipient.status)) yield `${told} is open`;
  }
}

function* lookAtMessages(world: World, { messages, attempts }: Stored): Generator<string> {
  const stored = new Set(messages.map(({ id }) => id));
  for (const { id, body } of world.mails) if (!stored.has(id)) yield `${body.subject} is lost`;
  for (const message of messages) {
    const doubts = attempts.filter(({ message_id, outcome }) => message_id === message.id && outcome === 'in_doubt').length;
    yield* lookAtMessage(world, message, doubts);
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

/** A mail that goes to nobody costs nothing. */
function* lookAtQuota({ messages, buckets }: Stored): Generator<string> {
  const counted = messages.filter(({ status }) => status !== 'suppressed').length;
  const used = buckets.filter((bucket) => bucket.quota_window === 'monthly').reduce((sum, bucket) => sum + bucket.used, 0);
  if (used !== counted) yield `${used} units for ${counted} mails`;
}

/** What is wrong once everything has come to its end. */
export async function findViolations(world: World): Promise<string[]> {
  const stored = await findStored(world);
  return [...world.violations, ...lookAtMessages(world, stored), ...lookAtHooks(world, stored), ...lookAtQuota(stored)];
}
