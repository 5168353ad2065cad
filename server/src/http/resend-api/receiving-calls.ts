import { ApiError } from '../../core/errors/api-error.ts';
import { askOf, call, type Exchange, ifFound, presentList, type ResendCall } from './exchange.ts';
import { listLog, listWhole, type Query } from './lists.ts';
import { presentAttachment, presentListedMail, presentReceived } from './present-received.ts';

const getMail = (exchange: Exchange, id = '') => call(exchange, 'inbound.get', async () => ({ params: { id } }));

/** Only the entry of the log: the source may be large. */
const getEntry = (exchange: Exchange, id = '') =>
  call(exchange, 'inbound.get', async () => ({ params: { id }, query: { content: 'false' } }));

/** `created_at` is unique in this log. */
const cursorAfter = async (exchange: Exchange, id: string) => (await ifFound(getEntry(exchange, id)))?.created_at;

async function listReceived(exchange: Exchange) {
  const ask = askOf(exchange);
  const log = { page: (query: Query) => ask('inbound.list', query), cursorAfter: (id: string) => cursorAfter(exchange, id) };
  return presentList(await listLog(log, exchange.query), presentListedMail);
}

async function getReceived(exchange: Exchange) {
  const { html_format: format = 'cid' } = exchange.query;
  if (format === 'cid') return presentReceived(await getMail(exchange, exchange.params.id));
  // A mail that does not exist is refused as such.
  await getEntry(exchange, exchange.params.id);
  throw new ApiError('validation_failed', { field: 'html_format' }, { detail: 'html_format: The HTML is served as it came, `cid`.' });
}

async function attachmentsOf(exchange: Exchange) {
  const { id, attachments } = await getEntry(exchange, exchange.params.id);
  return attachments.map(presentAttachment(id, { baseUrl: exchange.ctx.baseUrl, now: exchange.now }));
}

const listAttachments = async (exchange: Exchange) =>
  presentList(listWhole(await attachmentsOf(exchange), exchange.query), (attachment) => attachment);

async function getAttachment(exchange: Exchange) {
  const attachment = (await attachmentsOf(exchange)).find(({ id }) => id === exchange.params.attachment_id);
  if (attachment === undefined) throw new ApiError('not_found', {}, { detail: 'There is no such attachment.' });
  return { object: 'attachment', ...attachment };
}

/** The calls for received mail. */
export const receivingCalls: readonly ResendCall[] = [
  { method: 'GET', path: '/resend/emails/receiving', serve: listReceived },
  { method: 'GET', path: '/resend/emails/receiving/:id', serve: getReceived },
  { method: 'GET', path: '/resend/emails/receiving/:id/attachments', serve: listAttachments },
  { method: 'GET', path: '/resend/emails/receiving/:id/attachments/:attachment_id', serve: getAttachment },
];
