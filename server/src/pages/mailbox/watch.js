/** @import { CapturedMail, Page } from './api.js' */

const EVERY_MS = 2000;
/** The server keeps no more. */
const KEPT = 1000;

/** @param {CapturedMail} left @param {CapturedMail} right */
const newestFirst = (left, right) => right.created_at - left.created_at || (left.id < right.id ? 1 : -1);

/**
 * Follows the list: the whole of it first, then what is new, every two seconds while the page is seen.
 *
 * @param {object} parts
 * @param {(cursor: string | null) => Promise<Page>} parts.list
 * @param {(mails: readonly CapturedMail[]) => void} parts.show
 * @param {(error: unknown) => boolean} parts.fail says whether to go on
 * @returns {() => void} ends it
 */
export function watchMails({ list, show, fail }) {
  /** @type {readonly CapturedMail[]} */
  let mails = [];
  let ended = false;
  /** @type {number | undefined} */
  let timer;

  /** Reads pages until one holds a mail that is known. */
  async function refresh() {
    const known = new Map(mails.map((mail) => [mail.id, mail]));
    /** @type {string | null} */
    let cursor = null;
    do {
      /** @type {Page} */
      const page = await list(cursor);
      if (ended) return;
      const fresh = page.data.filter(({ id }) => !known.has(id));
      // A first page that is the last one too is all there is: what is missing has been erased.
      const kept = cursor === null && page.next_cursor === null ? page.data : [...mails, ...fresh];
      mails = [...kept].sort(newestFirst).slice(0, KEPT);
      show(mails);
      cursor = fresh.length === page.data.length ? page.next_cursor : null;
    } while (cursor !== null);
  }

  async function run() {
    clearTimeout(timer);
    let goesOn = true;
    try {
      await refresh();
    } catch (error) {
      goesOn = fail(error);
    }
    if (goesOn && !ended && !document.hidden) timer = setTimeout(run, EVERY_MS);
  }

  const onVisible = () => {
    if (!document.hidden) run();
  };
  document.addEventListener('visibilitychange', onVisible);
  run();
  return () => {
    ended = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
