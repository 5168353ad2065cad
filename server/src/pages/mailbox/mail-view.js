import { legible } from '../shared/legible.js';
import { formatAddresses, readMail } from '../shared/read-mail.js';
import { readableAddresses } from '../shared/readable-domain.js';
import { Refused } from './api.js';
import { byId, element } from './element.js';
import { formatInstant, formatSize } from './format.js';
import { attachmentsPanel, headersPanel, htmlPanel, sourcePanel, textPanel } from './panels.js';
import { tabbed } from './tabs.js';

/** @import { WholeMail } from './api.js' */
/** @typedef {import('postal-mime').Email} Email */

const back = () => element('a', { href: '#', className: 'back' }, '← All mail');

/** @param {WholeMail} mail @param {Email} read */
const addressesOf = (mail, read) => ({
  From: formatAddresses(read.from === undefined ? [] : [read.from]) || mail.from,
  To: formatAddresses(read.to),
  Cc: formatAddresses(read.cc),
  'Reply to': formatAddresses(read.replyTo),
});

/** What a mail does not say of itself. @param {WholeMail} mail */
const captureOf = (mail) => ({
  'Envelope from': mail.mail_from || '<>',
  'Envelope to': mail.rcpt_to.join(', '),
  Message: mail.message_id,
  Tenant: mail.tenant_id,
});

/** @param {Record<string, string>} given */
function facts(given) {
  const shown = Object.entries(given).filter(([, value]) => value !== '');
  return element(
    'dl',
    {},
    ...shown.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, legible(readableAddresses(value)))]),
  );
}

/** @param {WholeMail} mail @param {Email} read */
function head(mail, read) {
  const time = element('time', { dateTime: new Date(mail.created_at).toISOString() }, formatInstant(mail.created_at));
  return element(
    'header',
    {},
    back(),
    element('h2', { title: mail.subject }, legible(mail.subject) || '(no subject)'),
    element('p', { className: 'captured' }, time, ` · ${formatSize(mail.size)}`),
    facts(addressesOf(mail, read)),
    element('details', {}, element('summary', {}, 'Envelope and ids'), facts(captureOf(mail))),
  );
}

/** @param {WholeMail} mail @param {Email} read @param {AbortSignal} signal */
function tabsOf(mail, read, signal) {
  const { html, text, attachments } = read;
  return [
    ...(html === undefined ? [] : [{ id: 'html', label: 'HTML', open: () => htmlPanel(read) }]),
    ...(text === undefined && html !== undefined ? [] : [{ id: 'text', label: 'Text', open: () => textPanel(text ?? '') }]),
    { id: 'headers', label: 'Headers', open: () => headersPanel(read) },
    { id: 'source', label: 'Source', open: () => sourcePanel(mail, signal) },
    ...(attachments.length === 0
      ? []
      : [{ id: 'attachments', label: `Attachments (${attachments.length})`, open: () => attachmentsPanel(read, signal) }]),
  ];
}

/** @param {string} text */
const note = (text) => element('p', { className: 'nothing' }, text);

/** @param {unknown} error */
const explain = (error) =>
  error instanceof Refused && error.status === 404
    ? 'This mail is no longer kept.'
    : 'This mail could not be loaded. Open it again to retry.';

/**
 * The place where one mail is read.
 *
 * @param {(id: string) => Promise<WholeMail>} get
 */
export function mailView(get) {
  const place = byId('mail', HTMLElement);
  let opened = new AbortController();

  return {
    /** @param {string} id */
    async open(id) {
      opened.abort();
      opened = new AbortController();
      const { signal } = opened;
      try {
        const mail = await get(id);
        const read = await readMail(mail);
        if (signal.aborted) return;
        const tabs = tabbed(tabsOf(mail, read, signal), 'Views of the mail');
        place.replaceChildren(head(mail, read), ...tabs);
        place.scrollTop = 0;
      } catch (error) {
        if (!signal.aborted) place.replaceChildren(back(), note(explain(error)));
      }
    },
    close() {
      opened.abort();
      place.replaceChildren(note('Choose a mail to read it here.'));
    },
  };
}
