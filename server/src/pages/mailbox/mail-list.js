import { legible } from '../shared/legible.js';
import { readableAddresses } from '../shared/readable-domain.js';
import { byId, element } from './element.js';
import { countMails, formatInstant, formatSize, formatTime } from './format.js';

/** @import { CapturedMail } from './api.js' */

/** @typedef {{ readonly item: HTMLLIElement, readonly link: HTMLAnchorElement, readonly text: string }} Row */

/** @param {CapturedMail} mail @returns {Row} */
function createRow(mail) {
  const { id, from, rcpt_to: to, subject, size, created_at: at } = mail;
  const [first = 'nobody', ...others] = to;
  const time = element('time', { dateTime: new Date(at).toISOString(), title: formatInstant(at) }, formatTime(at));
  const link = element(
    'a',
    { href: `#${id}`, tabIndex: -1 },
    element('span', { className: 'subject' }, legible(subject) || '(no subject)'),
    time,
    element(
      'span',
      { className: 'addresses' },
      element('span', { className: 'unseen' }, 'to '),
      element('bdi', {}, legible(others.length === 0 ? readableAddresses(first) : `${readableAddresses(first)} +${others.length}`)),
      element('bdi', { className: 'from' }, ` from ${legible(readableAddresses(from))}`),
    ),
    element('span', { className: 'size' }, formatSize(size)),
  );
  return {
    item: element('li', { className: 'unread' }, link),
    link,
    text: [from, ...to, readableAddresses([from, ...to].join('\n')), subject].join('\n').toLowerCase(),
  };
}

/** The list at the side: newest first, searched as one types, walked with the arrow keys. */
export function mailList() {
  const list = byId('mails', HTMLOListElement);
  const nothing = byId('nothing', HTMLParagraphElement);
  const status = byId('status', HTMLParagraphElement);
  const search = byId('search', HTMLInputElement);
  /** @type {Map<string, Row>} */
  const rows = new Map();
  /** @type {HTMLAnchorElement | undefined} */
  let stop;

  const links = () => [...list.querySelectorAll('li:not([hidden]) > a')].filter((link) => link instanceof HTMLAnchorElement);

  /** One link is a stop of the Tab key; the arrow keys lead to the others. @param {HTMLAnchorElement | undefined} link */
  function stopAt(link) {
    if (stop !== undefined) stop.tabIndex = -1;
    stop = link;
    if (link !== undefined) link.tabIndex = 0;
  }

  function filter() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let seen = 0;
    for (const { item, text } of rows.values()) {
      item.hidden = !words.every((word) => text.includes(word));
      if (!item.hidden) seen += 1;
    }
    status.textContent = words.length === 0 ? countMails(rows.size) : `${seen} of ${countMails(rows.size)}`;
    nothing.textContent = rows.size === 0 ? 'No mail yet. What is sent shows up here by itself.' : seen === 0 ? 'No mail matches.' : '';
    if (stop === undefined || stop.parentElement?.hidden || !stop.isConnected) stopAt(links()[0]);
  }

  /** @param {KeyboardEvent} event */
  function walk(event) {
    const all = links();
    const at = all.findIndex((link) => link.matches(':focus'));
    const goal = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    const link = goal === undefined ? undefined : all[goal];
    if (link === undefined) return;
    event.preventDefault();
    stopAt(link);
    link.focus();
  }

  list.addEventListener('keydown', walk);
  search.addEventListener('input', filter);

  return {
    /** @param {readonly CapturedMail[]} mails */
    show(mails) {
      const wanted = new Set(mails.map(({ id }) => id));
      for (const [id, { item }] of rows) {
        if (wanted.has(id)) continue;
        item.remove();
        rows.delete(id);
      }
      for (const [index, mail] of mails.entries()) {
        if (rows.has(mail.id)) continue;
        const row = createRow(mail);
        rows.set(mail.id, row);
        list.insertBefore(row.item, list.children[index] ?? null);
      }
      filter();
    },
    /** Marks the mail that is open. @param {string | null} id */
    select(id) {
      for (const [rowId, { item, link }] of rows) {
        link.ariaCurrent = rowId === id ? 'true' : null;
        if (rowId === id) item.classList.remove('unread');
      }
      const row = id === null ? undefined : rows.get(id);
      if (row !== undefined && !row.item.hidden) stopAt(row.link);
    },
    focus: () => (stop ?? search).focus(),
    /** Empties the list. */
    clear() {
      rows.clear();
      list.replaceChildren();
      search.value = '';
      stopAt(undefined);
    },
    /** @param {string} text */
    say(text) {
      status.textContent = text;
    },
  };
}
