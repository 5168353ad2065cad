import { pick } from '../support/dice.ts';
import { hookPath, type World } from './world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PEOPLE = 12;

const address = ({ dice }: World) => `p${dice(PEOPLE)}@example.net`;

async function send(world: World): Promise<void> {
  const { dice, mails } = world;
  const number = mails.length;
  const to = [...new Set(Array.from({ length: 1 + dice(3) }, () => address(world)))];
  const at = dice(5) === 0 ? { scheduled_at: (await world.server().admin('GET', '/admin/clock')).body.now + (1 + dice(48)) * HOUR } : {};
  const body = { from: world.tenant.from, to, subject: `Mail ${number}`, text_body: 'Hello', ...at };
  const key = `key-${number}`;
  const answer = await world.call('POST', '/v1/email', body, { 'Idempotency-Key': key });
  if (answer.status !== 200 && answer.status !== 202)
    return void world.violations.push(`a send was answered with ${answer.status} ${JSON.stringify(answer.body)}`);
  mails.push({ id: answer.body.message_id, key, body });
}

async function sendAgain({ dice, mails, call, violations }: World): Promise<void> {
  if (mails.length === 0) return;
  const { id, key, body } = pick(dice, mails);
  const answer = await call('POST', '/v1/email', body, { 'Idempotency-Key': key });
  if (answer.body.message_id !== id) violations.push(`${key} was accepted twice: ${JSON.stringify(answer.body)}`);
}

async function cancel({ dice, mails, call, violations }: World): Promise<void> {
  if (mails.length === 0) return;
  const { status } = await call('DELETE', `/v1/email/${pick(dice, mails).id}`);
  if (status !== 200 && status !== 422) violations.push(`a cancellation was answered with ${status}`);
}

async function reschedule(world: World): Promise<void> {
  if (world.mails.length === 0) return;
  const { now } = (await world.server().admin('GET', '/admin/clock')).body;
  const { status } = await world.call('PATCH', `/v1/email/${pick(world.dice, world.mails).id}`, { scheduled_at: now + HOUR });
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

async function changeHook({ dice, receiver }: World): Promise<void> {
  receiver.answer(hookPath, pick(dice, [204, 204, 500, 'reset', { status: 301, location: 'https://localhost/' }] as const));
}

/** What may happen, as often as it stands here. */
const STEPS: readonly (readonly [times: number, step: (world: World) => Promise<void>])[] = [
  [30, send],
  [6, sendAgain],
  [8, cancel],
  [4, reschedule],
  [4, suppress],
  [3, allowAgain],
  [4, changeHook],
  [8, (world) => world.advance(world.dice(10) * MINUTE)],
  [4, (world) => world.advance(world.dice(12) * HOUR)],
  [10, (world) => world.run('scheduler')],
  [12, (world) => world.run('dispatch')],
  [6, (world) => world.run('webhooks')],
  [1, (world) => world.crash('now')],
];
const WEIGHTED = STEPS.flatMap(([times, step]) => Array.from({ length: times }, () => step));

/** Does one thing that the dice choose. */
export const step = (world: World): Promise<void> => pick(world.dice, WEIGHTED)(world);

/** Lets all that is open come to its end, with nothing failing any more. */
export async function settle(world: World): Promise<void> {
  world.calmDown();
  for (let round = 0; round < 20; round += 1) {
    await world.advance(4 * HOUR);
    for (const job of ['scheduler', 'dispatch', 'webhooks']) await world.run(job);
  }
}
