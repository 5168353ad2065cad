import { pick } from '../support/random/dice.ts';
import { changeBroadcast, changeSubscription, deleteBroadcast, readLedger, resumeBroadcasts, sendBroadcast } from './broadcast-steps.ts';
import { hookPath, PEOPLE, type World } from './world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** More than a job has starts. */
const DEATHS = 6;

const address = ({ dice }: World) => `p${dice(PEOPLE)}@example.net`;

/** The number of previous requests distinguishes subjects. */
function write(world: World, subject: string): object {
  const { dice, tenant } = world;
  const to = [...new Set(Array.from({ length: 1 + dice(3) }, () => address(world)))];
  const at = dice(5) === 0 ? { scheduled_at: world.now() + (1 + dice(48)) * HOUR } : {};
  return { from: tenant.from, to, subject, text_body: 'Hello', ...at };
}

async function post(world: World, path: string, body: object): Promise<void> {
  const { requests, violations, call } = world;
  const key = `key-${requests.length}`;
  const { status, body: told } = await call('POST', path, body, { 'Idempotency-Key': key });
  if (status !== 200 && status !== 202) return void violations.push(`a send was answered with ${status} ${JSON.stringify(told)}`);
  requests.push({ path, key, body, ids: idsOf(told) });
}

const idsOf = (told: { message_id?: string; data?: { message_id: string }[] }): string[] =>
  told.data === undefined ? [told.message_id ?? ''] : told.data.map(({ message_id: id }) => id);

const send = (world: World) => post(world, '/v1/email', write(world, `Mail ${world.requests.length}`));

async function sendBatch(world: World): Promise<void> {
  const emails = Array.from({ length: 1 + world.dice(5) }, (_, place) => write(world, `Mail ${world.requests.length}.${place}`));
  await post(world, '/v1/email/batch', { emails });
}

async function sendAgain({ dice, requests, call, violations }: World): Promise<void> {
  if (requests.length === 0) return;
  const { path, ids, key, body } = pick(dice, requests);
  const answer = await call('POST', path, body, { 'Idempotency-Key': key });
  if (idsOf(answer.body).join() !== ids.join()) violations.push(`${key} was accepted twice: ${JSON.stringify(answer.body)}`);
}

const pickMail = ({ dice, requests }: World): string => pick(dice, pick(dice, requests).ids);

async function cancel(world: World): Promise<void> {
  if (world.requests.length === 0) return;
  const { status } = await world.call('DELETE', `/v1/email/${pickMail(world)}`);
  if (status !== 200 && status !== 422) world.violations.push(`a cancellation was answered with ${status}`);
}

async function reschedule(world: World): Promise<void> {
  if (world.requests.length === 0) return;
  const { status } = await world.call('PATCH', `/v1/email/${pickMail(world)}`, { scheduled_at: world.now() + HOUR });
  if (status !== 200 && status !== 422) world.violations.push(`a change was answered with ${status}`);
}

async function suppress(world: World): Promise<void> {
  const email = address(world);
  const { status } = await world.call('POST', '/v1/suppressions', { email });
  if (status >= 300) world.violations.push(`a suppression was answered with ${status}`);
  world.suppressed.add(email);
}

async function allowAgain(world: World): Promise<void> {
  const [email] = world.suppressed;
  if (email === undefined) return;
  world.suppressed.delete(email);
  const { status } = await world.call('DELETE', `/v1/suppressions/${email}`);
  if (status !== 200) world.violations.push(`a suppression was not lifted: ${status}`);
}

/** A reader who got a mail complains about it. */
async function complain(world: World): Promise<void> {
  if (world.requests.length === 0) return;
  const id = pickMail(world);
  const { body: message } = await world.call('GET', `/v1/messages/${id}`);
  const reached: { email: string } | undefined = message.recipients.find(({ status }: { status: string }) => status === 'sent');
  if (reached === undefined) return;
  const report = { message_id: id, type: 'complaint', recipients: [reached.email] };
  const { status } = await world.server().admin('POST', '/admin/provider-events', { body: report });
  if (status !== 202) world.violations.push(`a complaint was answered with ${status}`);
  world.suppressed.add(reached.email);
}

async function changeHook({ dice, receiver }: World): Promise<void> {
  receiver.answer(hookPath, pick(dice, [204, 204, 500, 'reset', { status: 301, location: 'https://localhost/' }] as const));
}

/** One process after another dies of the mail that it sends, until the queue gives the job up. */
async function crashAgainAndAgain(world: World): Promise<void> {
  for (let death = 0; death < DEATHS; death += 1) await world.crash('amid');
}

/** The possible steps, with their frequency per thousand. */
const STEPS: readonly (readonly [times: number, step: (world: World) => Promise<void>])[] = [
  [250, send],
  [40, sendBatch],
  [60, sendAgain],
  [70, cancel],
  [40, reschedule],
  [40, suppress],
  [40, allowAgain],
  [15, complain],
  [20, sendBroadcast],
  [40, changeBroadcast],
  [5, deleteBroadcast],
  [30, changeSubscription],
  [40, readLedger],
  [35, changeHook],
  [70, (world) => world.advance(world.dice(10) * MINUTE)],
  [40, (world) => world.advance(world.dice(12) * HOUR)],
  [70, (world) => world.run('scheduler')],
  [30, (world) => world.run('fanout')],
  [100, (world) => world.run('dispatch')],
  [50, (world) => world.run('webhooks')],
  [5, (world) => world.crash('now')],
  [8, (world) => world.crash('amid')],
  [2, crashAgainAndAgain],
];
const WEIGHTED = STEPS.flatMap(([times, step]) => Array.from({ length: times }, () => step));

/** Performs one step chosen by the dice. */
export const step = (world: World): Promise<void> => pick(world.dice, WEIGHTED)(world);

/** Lets all open work end, without further failures. */
export async function settle(world: World): Promise<void> {
  world.calmDown();
  await resumeBroadcasts(world);
  for (let round = 0; round < 20; round += 1) {
    await world.advance(4 * HOUR);
    for (const job of ['scheduler', 'fanout', 'dispatch', 'webhooks']) await world.run(job);
  }
}
