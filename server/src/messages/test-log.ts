import type { MessageEvent } from '../events/index.ts';
import type { Meter } from '../tenants/index.ts';

const LISTED: readonly string[] = ['delivery', 'bounce', 'complaint'];

/** Gives a simulated outcome its place in the tenant's log of them, where times are unique; other events are left alone. */
export function placeInTestLog(event: MessageEvent, meter: Meter | undefined): MessageEvent {
  if (meter === undefined || !event.testMode || !LISTED.includes(event.type)) return event;
  meter.lastTestEventAt = Math.max(event.at, meter.lastTestEventAt + 1);
  return { ...event, at: meter.lastTestEventAt, testPosition: meter.lastTestEventAt };
}
