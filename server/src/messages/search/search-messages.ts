import type { AppContext } from '../../app-context.ts';
import { findContactsByEmail } from '../../contacts/index.ts';
import { countFitting } from '../../db/fit-page.ts';
import { findFollowedPart, type PositionRange } from '../follow/cursor-store.ts';
import { type Message, POSITIONS_PER_MS } from '../message.ts';
import {
  type FoundMessage,
  findAtPositions,
  listAtPositions,
  listTagged,
  type MessageFilter,
  measurePart,
  scanLog,
} from './message-store.ts';
import { listPositionsOf } from './recipient-store.ts';

/** Most rows that one request reads. */
const MOST_ROWS = 20_000;
/** Positions that are read from an index at once. */
const CHUNK = 500;

export interface MessageSearch {
  readonly tenantId: string;
  readonly filter: MessageFilter;
  /** Bare and in lower case. */
  readonly recipient: string | null;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** Position below which the page begins. */
  readonly cursor?: number | undefined;
  readonly limit: number;
}

export interface SearchPage {
  readonly messages: readonly Message[];
  /** Cursor of the next page: the last position that was searched; null at the end of the log. */
  readonly next: number | null;
}

/** State of a search: it reads down the log until it has found more than a page, or has read as many rows as it may. */
interface Walk {
  readonly app: AppContext;
  readonly search: MessageSearch;
  readonly found: FoundMessage[];
  rowsLeft: number;
}

type Step = (range: PositionRange) => Promise<number | undefined>;
type Source = (range: PositionRange & { readonly limit: number }) => Promise<number[]>;

/** Adds messages to a search. Returns the last position of the page once it is full. */
function add({ found, search: { limit } }: Walk, messages: readonly FoundMessage[]): number | undefined {
  found.push(...messages);
  return found.length > limit ? found[limit - 1]?.position : undefined;
}

/** Scans a range of the log. Returns the last position that was read where the search ends within the range; undefined where it goes on. */
async function walkLog(walk: Walk, range: PositionRange): Promise<number | undefined> {
  const { tenantId, filter, recipient: email, limit } = walk.search;
  const db = walk.app.db.scan(tenantId);
  const part = { ...range, tenantId, rows: walk.rowsLeft };
  const messages = await scanLog(db, part, { filter, email, limit: limit + 1 - walk.found.length });
  const full = add(walk, messages);
  if (full !== undefined) return full;
  const { count, last } = await measurePart(db, part);
  walk.rowsLeft -= count;
  if (walk.rowsLeft > 0 || last === null) return undefined;
  // Messages that came into the log between the two statements may have moved the last row up.
  return Math.min(last, messages.at(-1)?.position ?? last);
}

/** Looks at the positions within a range that an index returns, as `walkLog` scans the range. */
async function walkPositions(walk: Walk, { from, ...range }: PositionRange, source: Source): Promise<number | undefined> {
  const { tenantId, filter, limit: most } = walk.search;
  let { below } = range;
  while (walk.rowsLeft > 0) {
    const limit = Math.min(CHUNK, walk.rowsLeft);
    const named = await source({ from, below, limit });
    const messages = await findAtPositions(walk.app.db.read, tenantId, { positions: named, filter, limit: most + 1 - walk.found.length });
    const full = add(walk, messages);
    if (full !== undefined) return full;
    walk.rowsLeft -= named.length;
    if (named.length < limit) return undefined;
    below = named.at(-1) ?? below;
  }
  return below;
}

/** Returns the steps of a search for a recipient: the index where the cursor has been, and scans of the log above and below that. */
async function stepsTo(walk: Walk, email: string): Promise<readonly (PositionRange & { readonly step: Step })[]> {
  const { app, search } = walk;
  const { tenantId } = search;
  const [indexed, contacts] = await Promise.all([
    findFollowedPart(app.db.read, tenantId),
    findContactsByEmail(app.db.read, [{ tenantId, email }]),
  ]);
  const recipient = { tenantId, hash: app.secrets.hashAddress(email), contactId: contacts[0]?.id ?? null };
  const fromIndex: Step = (range) => walkPositions(walk, range, (asked) => listPositionsOf(app.db.read, recipient, asked));
  const fromLog: Step = (range) => walkLog(walk, range);
  return [
    { from: indexed.below, below: Number.MAX_SAFE_INTEGER, step: fromLog },
    { from: indexed.from, below: indexed.below, step: fromIndex },
    { from: 0, below: indexed.from, step: fromLog },
  ];
}

async function stepsOf(walk: Walk): Promise<readonly (PositionRange & { readonly step: Step })[]> {
  const { app, search } = walk;
  const { tenantId, filter, recipient } = search;
  if (recipient !== null) return stepsTo(walk, recipient);
  const all = { from: 0, below: Number.MAX_SAFE_INTEGER };
  const { tag } = filter;
  if (tag === undefined) return [{ ...all, step: (range) => walkLog(walk, range) }];
  const source: Source = (asked) => listTagged(app.db.read, { ...tag, tenantId }, asked);
  return [{ ...all, step: (range) => walkPositions(walk, range, source) }];
}

/** Returns the page of a search, which ends early where a whole one would be too large. */
async function readPage({ app, search, found }: Walk, next: number | null): Promise<SearchPage> {
  const { tenantId, limit } = search;
  const shown = found.slice(0, Math.min(limit, countFitting(found.map(({ bytes }) => bytes)))).map(({ position }) => position);
  const messages = await listAtPositions(app.db.read, tenantId, shown);
  return { messages, next: shown.length < found.length ? (shown.at(-1) ?? next) : next };
}

/** Returns a page of messages that match, newest first. Reads at most 20,000 rows, and may return a short page with a cursor. */
export async function searchMessages(app: AppContext, search: MessageSearch): Promise<SearchPage> {
  const { since = 0, until = Number.MAX_SAFE_INTEGER / POSITIONS_PER_MS, cursor = Number.MAX_SAFE_INTEGER } = search;
  const walk: Walk = { app, search, found: [], rowsLeft: MOST_ROWS };
  for (const { from, below, step } of await stepsOf(walk)) {
    const range = { from: Math.max(from, since * POSITIONS_PER_MS), below: Math.min(below, until * POSITIONS_PER_MS, cursor) };
    const next = range.from < range.below ? await step(range) : undefined;
    if (next !== undefined) return readPage(walk, next);
  }
  return readPage(walk, null);
}
