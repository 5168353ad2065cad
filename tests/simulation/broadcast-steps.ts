import { content } from '../support/fixtures/broadcasts.ts';
import { pick } from '../support/random/dice.ts';
import { PEOPLE, type SentBroadcast, type World } from './world.ts';

const HOUR = 3_600_000;

const there = ({ broadcasts }: World) => broadcasts.filter(({ deleted }) => !deleted);

/** Chooses a broadcast that was sent and is not deleted. */
function choose(world: World): SentBroadcast | undefined {
  const left = there(world);
  return left.length === 0 ? undefined : pick(world.dice, left);
}

export async function sendBroadcast(world: World): Promise<void> {
  const { tenant, broadcasts, audienceId, call, dice, violations } = world;
  const subject = `Broadcast ${broadcasts.length}`;
  const draft = { ...content(tenant), subject, target_kind: 'audience', target_id: audienceId };
  const { body } = await call('POST', '/v1/broadcasts', draft);
  const at = dice(4) === 0 ? { scheduled_at: world.now() + (1 + dice(24)) * HOUR } : {};
  const { status } = await call('POST', `/v1/broadcasts/${body.id}/send`, at);
  if (status !== 200 && status !== 202) violations.push(`a broadcast was answered with ${status}`);
  broadcasts.push({ id: body.id, deleted: false });
}

export async function changeBroadcast(world: World): Promise<void> {
  const broadcast = choose(world);
  if (broadcast === undefined) return;
  const change = pick(world.dice, ['pause', 'resume', 'resume', 'retry'] as const);
  const { status, body } = await world.call('POST', `/v1/broadcasts/${broadcast.id}/${change}`, {});
  if (![200, 202, 409].includes(status)) world.violations.push(`${change} was answered with ${status} ${JSON.stringify(body)}`);
}

export async function deleteBroadcast(world: World): Promise<void> {
  const broadcast = choose(world);
  if (broadcast === undefined) return;
  const { status } = await world.call('DELETE', `/v1/broadcasts/${broadcast.id}`);
  if (status !== 200) world.violations.push(`a broadcast was not deleted: ${status}`);
  broadcast.deleted = true;
}

export async function changeSubscription(world: World): Promise<void> {
  const { dice, contactIds, unsubscribed, call, violations } = world;
  const place = dice(PEOPLE);
  const to = dice(2) === 0 ? 'unsubscribed' : 'subscribed';
  const { status, body } = await call('PATCH', `/v1/contacts/${contactIds[place]}`, { status: to });
  if (status !== 200) violations.push(`a contact was not changed: ${status} ${JSON.stringify(body)}`);
  if (to === 'unsubscribed') unsubscribed.add(`p${place}@example.net`);
  else unsubscribed.delete(`p${place}@example.net`);
}

/** Checks that a ledger adds up whenever it is read. */
export async function readLedger(world: World): Promise<void> {
  const broadcast = choose(world);
  if (broadcast === undefined) return;
  const { body } = await world.call('GET', `/v1/broadcasts/${broadcast.id}/stats`);
  const { total, ...parts } = body.ledger as Record<string, number>;
  const sum = Object.values(parts).reduce((all, part) => all + part, 0);
  if (sum !== total || Object.values(parts).some((part) => part < 0)) world.violations.push(`a ledger says ${JSON.stringify(body.ledger)}`);
}

export async function resumeBroadcasts(world: World): Promise<void> {
  for (const { id } of there(world)) await world.call('POST', `/v1/broadcasts/${id}/resume`, {});
}
