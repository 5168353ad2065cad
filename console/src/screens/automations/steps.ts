import type { AutomationStep } from '@posthorn/sdk';
import type { Format } from '../../text/format.ts';
import type { Words } from '../../text/words.ts';
import { legible } from '../../ui/legible.ts';
import { describeFilter } from '../segments/describe.ts';

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

type Said = Words['automations']['durations'];

/** Formats a length of time in its largest whole unit, for use alone or after a word such as “after”. */
export function durationOf(seconds: number, said: Said): string {
  const unit = UNITS.find(([, length]) => seconds >= length && seconds % length === 0);
  return unit === undefined ? said.second(seconds) : said[unit[0]](seconds / unit[1]);
}

interface Wording {
  readonly words: Words;
  readonly format: Format;
  /** Returns the name of an audience. */
  audience(id: string): string;
}

/** Returns the details of a step, besides its kind. */
export function detailOf(step: AutomationStep, { words, format, audience }: Wording): string {
  switch (step.type) {
    case 'send_email':
      return legible(step.subject ?? words.automations.byTemplate(step.template_alias ?? ''));
    case 'wait':
      return durationOf(step.seconds, words.automations.durations);
    case 'wait_until':
      return format.moment(step.at);
    case 'wait_for_event':
      return `${words.automations.awaited[step.event]} · ${durationOf(step.timeout_seconds, words.automations.durations)}`;
    case 'branch':
      return legible(describeFilter(step.filter, words));
    case 'update_contact':
      return legible(
        [
          ...(step.status == null ? [] : [words.automations.setStatus(words.contactStates[step.status])]),
          ...Object.entries(step.attributes ?? {}).map(([name, value]) => `${name}: ${value}`),
        ].join(', '),
      );
    case 'add_to_audience':
    case 'remove_from_audience':
      return legible(audience(step.audience_id));
    case 'webhook':
      return legible(step.name);
    case 'exit':
      return '';
  }
}

/** Returns all steps by id, including nested ones. */
export function stepsById(steps: readonly AutomationStep[]): ReadonlyMap<string, AutomationStep> {
  const found = new Map<string, AutomationStep>();
  const walk = (list: readonly AutomationStep[] | undefined) => {
    for (const step of list ?? []) {
      if (step.id !== undefined) found.set(step.id, step);
      if (step.type !== 'wait_for_event' && step.type !== 'branch') continue;
      walk(step.then);
      walk(step.else);
    }
  };
  walk(steps);
  return found;
}
