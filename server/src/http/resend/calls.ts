import type { Operation } from '@posthorn/contract';
import { ApiError } from '../../core/api-error.ts';
import type { RawInput } from '../../core/read-input.ts';
import type { AnswerOf, OperationKey } from '../call-operation.ts';
import { presentBatch, presentEmail, presentPermissiveBatch } from './present.ts';
import { type EmailFault, readEmail, readScheduledAt } from './read-email.ts';

/** A request at this door, and what it may ask for. */
export interface Exchange {
  readonly params: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Epoch ms. */
  readonly now: number;
  /** The body as JSON, within the limits of the operation that it is for; a fault of it is spoken in the operation's own order. */
  readonly takeBody: (key: OperationKey) => Promise<unknown>;
  readonly call: <K extends OperationKey>(key: K, readInput: () => Promise<RawInput>) => Promise<AnswerOf<K>>;
}

interface DoorCall {
  readonly method: Operation['method'];
  readonly path: `/resend/${string}`;
  readonly serve: (exchange: Exchange) => Promise<object>;
}

const fieldOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? Object.getOwnPropertyDescriptor(body, name)?.value : undefined;

async function send({ headers, now, takeBody, call }: Exchange) {
  const sent = await call('email.send', async () => {
    const body = await takeBody('email.send');
    return { headers, body: body instanceof ApiError ? body : readEmail(body, now) };
  });
  return { id: sent.message_id };
}

/** The fault of an item as that of the whole batch. */
const within = (index: number, { code, detail }: EmailFault): EmailFault =>
  new ApiError(code, { field: `emails[${index}]` }, { detail: `emails[${index}]: ${detail ?? ''}` });

interface BatchReading {
  readonly strict: boolean;
  /** Of items that cannot be read, by their place; filled in. */
  readonly faults: Map<number, EmailFault>;
  readonly now: number;
}

/** An item that cannot be read stays in its place as null, which the send refuses; in a strict batch it refuses them all. */
function readItems(items: readonly unknown[], { strict, faults, now }: BatchReading): unknown {
  const emails = items.map((item, index) => {
    const read = readEmail(item, now);
    if (!(read instanceof ApiError)) return read;
    faults.set(index, read);
    return null;
  });
  const [first] = faults;
  return strict && first !== undefined ? within(...first) : { emails };
}

async function sendBatch({ headers: given, now, takeBody, call }: Exchange) {
  const faults = new Map<number, EmailFault>();
  const strict = given['x-batch-validation'] !== 'permissive';
  const headers = { ...given, 'x-batch-validation': strict ? 'strict' : 'permissive' };
  const { data } = await call('email.sendBatch', async () => {
    const body = await takeBody('email.sendBatch');
    const items = fieldOf(body, 'emails');
    return { headers, body: Array.isArray(items) ? readItems(items, { strict, faults, now }) : body };
  });
  return strict ? presentBatch(data) : presentPermissiveBatch(data, faults);
}

async function reschedule({ params, now, takeBody, call }: Exchange) {
  const { message_id: id } = await call('email.reschedule', async () => {
    const body = await takeBody('email.reschedule');
    const scheduledAt = readScheduledAt(fieldOf(body, 'scheduled_at'), now);
    return { params, body: scheduledAt instanceof ApiError ? scheduledAt : { scheduled_at: scheduledAt } };
  });
  return { object: 'email', id };
}

async function cancel({ params, call }: Exchange) {
  const { message_id: id } = await call('email.cancel', async () => ({ params }));
  return { object: 'email', id };
}

/** What this door opens to. */
export const calls: readonly DoorCall[] = [
  { method: 'POST', path: '/resend/emails', serve: send },
  { method: 'POST', path: '/resend/emails/batch', serve: sendBatch },
  {
    method: 'GET',
    path: '/resend/emails/:id',
    serve: async ({ params, call }) => presentEmail(await call('messages.get', async () => ({ params }))),
  },
  { method: 'PATCH', path: '/resend/emails/:id', serve: reschedule },
  { method: 'POST', path: '/resend/emails/:id/cancel', serve: cancel },
];
