import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partitionsOf } from '../../server/src/db/dialect.ts';
import { countDoubted, doubtMessages, findDoubted } from '../../server/src/delivery/doubted-store.ts';
import { eraseInReplies } from '../../server/src/delivery/erasure-store.ts';
import { deleteAttemptsOf, endAttempts, findMarked } from '../../server/src/delivery/store.ts';
import { countBounces, deleteEventsOf, eraseInEvents, findMostBounced, listEventsOfMessage } from '../../server/src/events/index.ts';
import { findContents, findLast, listPlacedEvents } from '../../server/src/feed/store.ts';
import { type Explainer, startExplainer } from '../support/database/explain.ts';
import { eventAt, newId, writeAttempts, writeEvents } from '../support/database/partitions.ts';
import { postgres } from '../support/engines.ts';

const OLD = Date.parse('2089-05-10T12:00Z');
const NOW = Date.parse('2090-05-10T12:00Z');
const [messageId, attemptId, eventId] = [newId('msg', NOW), newId('att', NOW), newId('evt', NOW)];
const END = { attemptId, outcome: 'accepted', reply: null, providerMessageId: null, at: NOW } as const;
const MARK = { attemptId, messageId, tenantId: 't', recipient: null, jobId: 'j', jobAttempt: 1, number: 1, at: NOW };

// The other engine has none.
describe('old partitions on postgres', () => {
  let explainer: Explainer;
  beforeAll(async () => {
    explainer = await startExplainer(postgres);
    const { maintenance } = explainer.db;
    for (const now of [OLD, NOW]) {
      // As a server does that runs on.
      for (const at of [now - 30 * 86_400_000, now]) await partitionsOf(maintenance).keep(maintenance, { now: at, keptDays: 100 });
      await writeEvents(explainer.db, [eventAt(now)]);
      await writeAttempts(explainer.db, [now]);
    }
  });
  afterAll(() => explainer.close());

  it('are looked through where nothing says when it was', async () => {
    const [plan] = await explainer.explain((trx) => findLast(trx, { tenantId: 't', until: 9 }));
    expect(plan).toMatch(/events_feed_2089_05.*events_feed_2090_05/s);
  });

  it.each<[string, Parameters<Explainer['explain']>[0]]>([
    ['the events of a message', (trx) => listEventsOfMessage(trx, 't', messageId)],
    ['the feed of a message', (trx) => listPlacedEvents(trx, { tenantId: 't', after: 1, until: 9, messageId }, 25)],
    ['what is told of events', (trx) => findContents(trx, [eventId])],
    ['the events of messages that are erased', (trx) => eraseInEvents(trx, { messageIds: [messageId], email: 'a@b.c' })],
    ['the events of messages that are removed', (trx) => deleteEventsOf(trx, [messageId])],
    ['bounces since a time', (trx) => countBounces(trx, ['t'], NOW)],
    ['who has most bounces since a time', (trx) => findMostBounced(trx, { since: NOW, tenants: 5 })],
    ['which marks are written', (trx) => findMarked(trx, [MARK])],
    ['how attempts ended', (trx) => endAttempts(trx, [END])],
    ['which messages are in doubt', (trx) => findDoubted(trx, [messageId])],
    ['which messages come to be in doubt', (trx) => doubtMessages(trx, { messageIds: [messageId], now: NOW, lasting: false })],
    ['the attempts of messages that are erased', (trx) => eraseInReplies(trx, { messageIds: [messageId], email: 'a@b.c' })],
    ['the attempts of messages that are removed', (trx) => deleteAttemptsOf(trx, [messageId])],
    ['attempts in doubt since a time', (trx) => countDoubted(trx, NOW)],
  ])('are not looked through for %s', async (_what, query) => {
    const plan = (await explainer.explain(query)).join('\n');
    expect(plan).toContain('_2090_05');
    expect(plan).not.toMatch(/_2089/);
  });
});
