import { capturedMail, Refused } from './api.js';
import { byId } from './element.js';
import { mailList } from './mail-list.js';
import { mailView } from './mail-view.js';
import { findToken, forgetToken, keepToken } from './token.js';
import { watchMails } from './watch.js';

const MAIL = /^#(cap_[0-9a-z]+)$/;
const NARROW = matchMedia('(max-width: 760px)');

const lock = byId('lock', HTMLElement);
const mailbox = byId('mailbox', HTMLDivElement);
const place = byId('mail', HTMLElement);
const field = byId('token', HTMLInputElement);
const fault = byId('token-error', HTMLParagraphElement);
const list = mailList();

/** @param {number} status */
const explain = (status) =>
  status === 404 ? 'This server has no operator token: set OPERATOR_TOKEN and start it again.' : 'The server does not know this token.';

/** Asks for the token. @param {string} [reason] why the last one did not do */
function ask(reason = '') {
  forgetToken();
  list.clear();
  mailbox.hidden = true;
  lock.hidden = false;
  fault.textContent = reason;
  field.ariaInvalid = String(reason !== '');
  field.value = '';
  field.focus();
}

/** Shows the mailbox until it is left or the token is refused. @param {string} token */
function enter(token) {
  const { list: listPage, get } = capturedMail(token);
  const view = mailView(get);
  const left = new AbortController();
  const { signal } = left;

  function follow() {
    const id = MAIL.exec(location.hash)?.[1] ?? null;
    mailbox.classList.toggle('reading', id !== null);
    list.select(id);
    if (id === null) view.close();
    else view.open(id);
    // Where only one of the two is in sight, the keyboard goes with it.
    if (NARROW.matches) (id === null ? list : place).focus();
  }

  /** @param {string} [reason] */
  function leave(reason) {
    left.abort();
    view.close();
    ask(reason);
  }

  function reveal() {
    mailbox.hidden = false;
    if (lock.contains(document.activeElement)) list.focus();
    lock.hidden = true;
  }

  const end = watchMails({
    list: listPage,
    show(mails) {
      list.show(mails);
      reveal();
      list.select(MAIL.exec(location.hash)?.[1] ?? null);
    },
    fail(error) {
      if (error instanceof Refused && [401, 404].includes(error.status)) {
        leave(explain(error.status));
        return false;
      }
      reveal();
      list.say('No connection, trying again');
      return true;
    },
  });
  signal.addEventListener('abort', end);
  addEventListener('hashchange', follow, { signal });
  byId('leave', HTMLButtonElement).addEventListener('click', () => leave(), { signal });
  follow();
}

byId('token-form', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  const token = field.value.trim();
  keepToken(token);
  enter(token);
});

// The link with the token may be followed in the tab that is open already.
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#token=')) location.reload();
});

const token = findToken();
if (token === null) ask();
else enter(token);
