/**
 * @typedef {(typeof import('@posthorn/contract').adminContract)['captured']} Operations
 * @typedef {import('zod').output<Operations['list']['responses'][200]>} Page
 * @typedef {Page['data'][number]} CapturedMail
 * @typedef {import('zod').output<Operations['get']['responses'][200]>} WholeMail
 */

const PAGE = 100;

/** What the server refused, with the status that it gave. */
export class Refused extends Error {
  /** @param {number} status */
  constructor(status) {
    super(`the server answered ${status}`);
    this.status = status;
  }
}

/**
 * Captured mail, asked for with the operator's token.
 *
 * @param {string} token
 */
export function capturedMail(token) {
  /** @param {string} path */
  async function get(path) {
    const url = new URL(`admin/captured${path}`, document.baseURI);
    const answer = await fetch(url, { headers: { Authorization: `Bearer ${token}` }, cache: 'no-store', credentials: 'omit' });
    if (!answer.ok) throw new Refused(answer.status);
    return answer.json();
  }
  return {
    /** Newest first. @param {string | null} cursor @returns {Promise<Page>} */
    list: (cursor) => get(`?${new URLSearchParams({ limit: String(PAGE), ...(cursor === null ? {} : { cursor }) })}`),
    /** @param {string} id @returns {Promise<WholeMail>} */
    get: (id) => get(`/${encodeURIComponent(id)}`),
  };
}
