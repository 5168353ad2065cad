import type { AppContext } from '../../app-context.ts';
import { addUses } from '../../attachments/index.ts';
import type { Trx } from '../../db/dialect.ts';
import { type MessageEvent, recordEvents } from '../../events/index.ts';
import {
  filesOf,
  insertMessages,
  keptOf,
  placeInTestLog,
  type QueuedMessage,
  type RecentMail,
  startEventsOf,
  toDeliverJobs,
} from '../../messages/index.ts';
import { type Meter, writeMeters } from '../../meters/store.ts';
import type { Queue } from '../../queue/queue.ts';
import { addToBuckets } from '../../quota/index.ts';
import { insertAnswers } from '../store.ts';
import type { AcceptedMessage, AdmissionState } from './admission.ts';

export interface WriteGroupParts {
  readonly app: AppContext;
  readonly queue: Queue;
  readonly recent: RecentMail;
}

/** The decisions over a group, to be written. */
export interface DecidedGroup {
  readonly state: AdmissionState;
  /** By tenant, locked. */
  readonly meters: ReadonlyMap<string, Meter>;
}

const toEvents = (app: AppContext, accepted: AcceptedMessage, meter: Meter | undefined): MessageEvent[] =>
  startEventsOf(app, accepted).map((event) => placeInTestLog(event, meter));

const queuedOf = (accepted: readonly AcceptedMessage[]): QueuedMessage[] =>
  accepted.filter(({ state }) => state.status === 'queued').map(({ message: { id, tenantId } }) => ({ id, tenantId }));

/** Writes accepted messages, their events and jobs, new idempotency answers, and the counts of the locked meters. */
export async function writeGroup(
  { app, queue, recent }: WriteGroupParts,
  trx: Trx,
  { state: { accepted, newAnswers, additions, now }, meters }: DecidedGroup,
): Promise<void> {
  const events = accepted.flatMap((item) => toEvents(app, item, meters.get(item.message.tenantId)));
  const files = keptOf(accepted).flatMap(({ message }) => filesOf(message.body));
  await insertMessages(trx, accepted);
  await addUses(trx, files);
  await recordEvents(app, trx, events);
  await queue.enqueue(trx, toDeliverJobs(recent, queuedOf(accepted), now));
  await insertAnswers(trx, newAnswers, now);
  await addToBuckets(trx, additions);
  await writeMeters(trx, meters.values());
}
