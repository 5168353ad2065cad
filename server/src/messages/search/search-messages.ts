import type { AppContext } from '../../app-context.ts';
import { findContactsByEmail } from '../../contacts/index.ts';
import { countFitting } from '../../db/fit-page.ts';
import { findFollowedPart, type Places } from '../follow/cursor-store.ts';
import type { Message } from '../message.ts';
import { PLACES_PER_MS } from '../message.ts';
import { type FoundMessage, findAtPlaces, listAtPlaces, listTagged, type MessageFilter, measurePart, scanLog } from './message-store.ts';
import { listPlacesOf } from './recipient-store.ts';

/** Rows that one request looks at. */
const MOST_ROWS = 20_000;
/** Places that are taken from an index at once. */
const CHUNK = 500;

export interface MessageSearch {
  readonly tenantId: string;
  readonly filter: MessageFilter;
  /** Bare and in lower case. */
  readonly recipient: string | null;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** The place before which it goes on. */
  readonly cursor?: number | undefined;
  readonly limit: number;
}

export interface SearchPage {
  readonly messages: readonly Message[];
  /** Whatever is at this place or above has been looked at; null once all has been. */
  readonly next: number | null;
}

/** A search under way: it goes down the log until it has more than a page, or has looked at as many rows as it may. */
interface Walk {
  readonly app: AppContext;
  readonly search: MessageSearch;
  readonly found: FoundMessage[];
  rowsLeft: number;
}

type Step = (places: Places) => Promise<number | undefined>;
type Source = (places: Places & { readonly limit: number }) => Promise<number[]>;

/** Adds what was found. Returns the last place of the page where it is full. */
function add({ found, search: { limit } }: Walk, messages: readonly FoundMessage[]): number | undefined {
  found.push(...messages);
  return found.length > limit ? found[limit - 1]?.position : undefined;
}

/** Goes through part of a log. Returns the place it came to where it ended before the end of the part. */
async function walkLog(walk: Walk, places: Places): Promise<number | undefined> {
  const { tenantId, filter, recipient: email, limit } = walk.search;
  const db = walk.app.db.scan(tenantId);
  const part = { ...places, tenantId, rows: walk.rowsLeft };
  const messages = await scanLog(db, part, { filter, email, limit: limit + 1 - walk.found.length });
  const full = add(walk, messages);
  if (full !== undefined) return full;
  const { count, last } = await measurePart(db, part);
  walk.rowsLeft -= count;
  if (walk.rowsLeft > 0 || last === null) return undefined;
  // What came into the log between the two may have moved the last row up.
  return Math.min(last, messages.at(-1)?.position ?? last);
}

/** The same of the places that an index names. */
async function walkPlaces(walk: Walk, { from, ...places }: Places, source: Source): Promise<number | undefined> {
  const { tenantId, filter, limit: most } = walk.search;
  let { below } = places;
  while (walk.rowsLeft > 0) {
    const limit = Math.min(CHUNK, walk.rowsLeft);
    const named = await source({ from, below, limit });
    const messages = await findAtPlaces(walk.app.db.read, tenantId, { places: named, filter, limit: most + 1 - walk.found.length });
    const full = add(walk, messages);
    if (full !== undefined) return full;
    walk.rowsLeft -= named.length;
    if (named.length < limit) return undefined;
    below = named.at(-1) ?? below;
  }
  return below;
}

/** Mail to somebody: from the index, and where that has not come to yet, from the log. */
async function stepsTo(walk: Walk, email: string): Promise<readonly (Places & { readonly step: Step })[]> {
  const { app, search } = walk;
  const { tenantId } = search;
  const [indexed, contacts] = await Promise.all([
    findFollowedPart(app.db.read, tenantId),
    findContactsByEmail(app.db.read, [{ tenantId, email }]),
  ]);
  const recipient = { tenantId, hash: app.secrets.hashAddress(email), contactId: contacts[0]?.id ?? null };
  const fromIndex: Step = (places) => walkPlaces(walk, places, (asked) => listPlacesOf(app.db.read, recipient, asked));
  const fromLog: Step = (places) => walkLog(walk, places);
  return [
    { from: indexed.below, below: Number.MAX_SAFE_INTEGER, step: fromLog },
    { from: indexed.from, below: indexed.below, step: fromIndex },
    { from: 0, below: indexed.from, step: fromLog },
  ];
}

async function stepsOf(walk: Walk): Promise<readonly (Places & { readonly step: Step })[]> {
  const { app, search } = walk;
  const { tenantId, filter, recipient } = search;
  if (recipient !== null) return stepsTo(walk, recipient);
  const all = { from: 0, below: Number.MAX_SAFE_INTEGER };
  const { tag } = filter;
  if (tag === undefined) return [{ ...all, step: (places) => walkLog(walk, places) }];
  const source: Source = (asked) => listTagged(app.db.read, { ...tag, tenantId }, asked);
  return [{ ...all, step: (places) => walkPlaces(walk, places, source) }];
}

/** Reads what was found. A page ends early where a whole one would be large. */
async function readPage({ app, search, found }: Walk, next: number | null): Promise<SearchPage> {
  const { tenantId, limit } = search;
  const shown = found.slice(0, Math.min(limit, countFitting(found.map(({ bytes }) => bytes)))).map(({ position }) => position);
  const messages = await listAtPlaces(app.db.read, tenantId, shown);
  return { messages, next: shown.length < found.length ? (shown.at(-1) ?? next) : next };
}

/** Returns messages that fit, newest first, from at most 20,000 rows. */
export async function searchMessages(app: AppContext, search: MessageSearch): Promise<SearchPage> {
  const { since = 0, until = Number.MAX_SAFE_INTEGER / PLACES_PER_MS, cursor = Number.MAX_SAFE_INTEGER } = search;
  const walk: Walk = { app, search, found: [], rowsLeft: MOST_ROWS };
  for (const { from, below, step } of await stepsOf(walk)) {
    const places = { from: Math.max(from, since * PLACES_PER_MS), below: Math.min(below, until * PLACES_PER_MS, cursor) };
    const next = places.from < places.below ? await step(places) : undefined;
    if (next !== undefined) return readPage(walk, next);
  }
  return readPage(walk, null);
}
