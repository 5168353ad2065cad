import { limits } from '@posthorn/contract';
import { ApiError } from '../../core/errors/api-error.ts';
import type { Context } from '../../core/request/context.ts';
import { readOperationBody } from '../bodies/read-operation-body.ts';
import { type OperationKey, routeOf } from '../call-operation.ts';
import { askOf, call, type Exchange, ifFound, presentList, type ResendCall } from './exchange.ts';
import { listDomains, listLog, type Query } from './lists.ts';
import { presentBatch, presentEmail, presentListed, presentPermissiveBatch, presentSent } from './present.ts';
import { presentDomain, presentDomainDetail } from './present-domain.ts';
import { comparedOf, type EmailFault, readEmail, readScheduledAt } from './read-email.ts';
import { receivingCalls } from './receiving-calls.ts';

/** Reads the body as JSON, within the limits of its operation; a fault of it is returned, to be reported in the order of that operation. */
const takeBodyOf = ({ operations, request, ...parts }: Exchange, key: OperationKey): Promise<unknown> =>
  readOperationBody(request, routeOf(operations, key).operation, parts);

const fieldOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? Object.getOwnPropertyDescriptor(body, name)?.value : undefined;

async function send(exchange: Exchange) {
  const { ctx, headers, now } = exchange;
  const sent = await call(exchange, 'email.send', async () => {
    const body = await takeBodyOf(exchange, 'email.send');
    const email = body instanceof ApiError ? body : readEmail(body, now);
    if (!(email instanceof ApiError)) ctx.comparedBody = comparedOf(email, body);
    return { headers, body: email };
  });
  return presentSent(sent);
}

/** Returns the fault of an item as that of the whole batch. */
const within = (index: number, { code, detail }: EmailFault): EmailFault =>
  new ApiError(code, { field: `emails[${index}]` }, { detail: `emails[${index}]: ${detail ?? ''}` });

interface BatchReading {
  readonly ctx: Context;
  readonly strict: boolean;
  /** Faults of unreadable items by their index in the batch; filled in while it is read. */
  readonly faults: Map<number, EmailFault>;
  readonly now: number;
}

/** An unreadable item stays in the batch as null, which the send refuses; a strict batch is refused as a whole. */
function readItems(items: readonly unknown[], { ctx, strict, faults, now }: BatchReading): unknown {
  const emails = items.map((item, index) => {
    const read = readEmail(item, now);
    if (!(read instanceof ApiError)) return read;
    faults.set(index, read);
    return null;
  });
  ctx.comparedBody = { emails: emails.map((email, index) => email && comparedOf(email, items[index])) };
  const [first] = faults;
  return strict && first !== undefined ? within(...first) : { emails };
}

async function sendBatch(exchange: Exchange) {
  const { ctx, headers: given, now } = exchange;
  const faults = new Map<number, EmailFault>();
  const strict = given['x-batch-validation'] !== 'permissive';
  const headers = { ...given, 'x-batch-validation': strict ? 'strict' : 'permissive' };
  const { data } = await call(exchange, 'email.sendBatch', async () => {
    const body = await takeBodyOf(exchange, 'email.sendBatch');
    const items = fieldOf(body, 'emails');
    // Too many items are refused as a whole, whatever they contain.
    const isRead = Array.isArray(items) && items.length <= limits.batch;
    return { headers, body: isRead ? readItems(items, { ctx, strict, faults, now }) : body };
  });
  return strict ? presentBatch(data) : presentPermissiveBatch(data, faults);
}

async function reschedule(exchange: Exchange) {
  const { params, now } = exchange;
  const { message_id: id } = await call(exchange, 'email.reschedule', async () => {
    const body = await takeBodyOf(exchange, 'email.reschedule');
    const scheduledAt = readScheduledAt(fieldOf(body, 'scheduled_at'), now);
    return { params, body: scheduledAt instanceof ApiError ? scheduledAt : { scheduled_at: scheduledAt } };
  });
  return { object: 'email', id };
}

async function cancel(exchange: Exchange) {
  const { message_id: id } = await call(exchange, 'email.cancel', async () => ({ params: exchange.params }));
  return { object: 'email', id };
}

const getEmail = (exchange: Exchange, id = '') => call(exchange, 'messages.get', async () => ({ params: { id } }));

const get = async (exchange: Exchange) => presentEmail(await getEmail(exchange, exchange.params.id));

/** `created_at` is not enough: mails of a broadcast share it. */
async function cursorAfter(exchange: Exchange, id: string): Promise<number | undefined> {
  const email = await ifFound(getEmail(exchange, id));
  return email && exchange.ctx.cursorAfter;
}

async function list(exchange: Exchange) {
  const ask = askOf(exchange);
  const log = { page: (query: Query) => ask('messages.list', query), cursorAfter: (id: string) => cursorAfter(exchange, id) };
  return presentList(await listLog(log, exchange.query), presentListed);
}

const domains = async (exchange: Exchange) => presentList(await listDomains(askOf(exchange), exchange.query), presentDomain);

const getDomain = async (exchange: Exchange) =>
  presentDomainDetail(await call(exchange, 'domains.get', async () => ({ params: exchange.params })));

async function verifyDomain(exchange: Exchange) {
  const { id } = await call(exchange, 'domains.verify', async () => ({ params: exchange.params }));
  return { object: 'domain', id };
}

/** The calls of Resend's API that are served. Of paths that fit one request the first one decides. */
export const calls: readonly ResendCall[] = [
  { method: 'POST', path: '/resend/emails', serve: send },
  { method: 'POST', path: '/resend/emails/batch', serve: sendBatch },
  { method: 'GET', path: '/resend/emails', serve: list },
  // Before the path of an email, which their list fits as well.
  ...receivingCalls,
  { method: 'GET', path: '/resend/emails/:id', serve: get },
  { method: 'PATCH', path: '/resend/emails/:id', serve: reschedule },
  { method: 'POST', path: '/resend/emails/:id/cancel', serve: cancel },
  { method: 'GET', path: '/resend/domains', serve: domains },
  { method: 'GET', path: '/resend/domains/:id', serve: getDomain },
  { method: 'POST', path: '/resend/domains/:id/verify', serve: verifyDomain },
];
