import type { Automation, CreateAutomationRequest, ListedEnrollment, SimulateAutomationRequest } from '@posthorn/sdk';
import { Command } from 'commander';
import { examples, readJson } from '../../options.ts';
import { time } from '../../output/describe-record.ts';
import type { Columns } from '../../output/table.ts';
import { withSession } from '../../service/session.ts';
import { deleting, drafting, listing, listingOf, showing } from '../../verbs.ts';

const COLUMNS: Columns<Automation> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  trigger: ({ trigger_kind: kind }) => kind,
  status: ({ status }) => status,
  active: ({ enrollment_counts: { active } }) => active,
  completed: ({ enrollment_counts: { completed } }) => completed,
  created: ({ created_at: at }) => time(at),
};

const ENROLLMENT_COLUMNS: Columns<ListedEnrollment> = {
  id: ({ id }) => id,
  email: ({ email }) => email,
  contact: ({ contact_id: id }) => id,
  status: ({ status }) => status,
  step: ({ current_step: step }) => step,
  next: ({ next_run_at: at }) => time(at),
  reason: ({ exit_reason: reason }) => reason,
};

const enroll = () =>
  new Command('enroll')
    .description('Enroll a contact in an automation.')
    .argument('<automation>')
    .argument('<contact>')
    .action(
      withSession(async ({ tenant, print }, id: string, contact: string) => {
        print.record(await tenant().automations.enroll(id, { contact_id: contact }));
      }),
    );

/** Safe because the service checks each, and says which one is wrong. */
const asEvents = ({ events }: Record<string, unknown>) => events as SimulateAutomationRequest['events'];

const simulate = () =>
  new Command('simulate')
    .description('Simulate an automation for a contact. Nothing is stored or sent.')
    .argument('<automation>')
    .argument('<contact>')
    .option('--events <json>', 'what happens to the emails: {"events":[{"event":"open","after_seconds":60}]}, or @file')
    .action(
      withSession(async ({ tenant, print }, id: string, contact: string, { events }: { events?: string }) => {
        const given = events === undefined ? undefined : asEvents(await readJson('--events', events));
        print.record(await tenant().automations.simulate(id, { contact_id: contact, events: given }));
      }),
    );

const ofEnrollment = (name: string, description: string, verb: 'getEnrollment' | 'cancelEnrollment') =>
  new Command(name)
    .description(description)
    .argument('<automation>')
    .argument('<enrollment>', 'id of the enrollment')
    .action(
      withSession(async ({ tenant, print }, id: string, enrollment: string) => {
        print.record(await tenant().automations[verb](id, enrollment));
      }),
    );

/** `posthorn automations …` */
export function automationsCommand(): Command {
  const [create, update] = drafting<CreateAutomationRequest>('automation', {
    path: '/v1/automations',
    create: ({ automations }, draft) => automations.create(draft),
    update: ({ automations }, id, changes) => automations.update(id, changes),
  });
  const verbs = [
    create,
    listing('List automations, newest first.', COLUMNS, ({ automations }, page) => automations.iterate(page)),
    showing('get', 'Show an automation.', 'automation', ({ automations }, id) => automations.get(id)),
    update,
    showing('activate', 'Activate an automation, so that its trigger enrolls contacts.', 'automation', ({ automations }, id) =>
      automations.activate(id),
    ),
    showing('pause', 'Pause an automation: its contacts stay where they are.', 'automation', ({ automations }, id) =>
      automations.pause(id),
    ),
    showing('archive', 'Archive an automation: it ends permanently.', 'automation', ({ automations }, id) => automations.archive(id)),
    simulate(),
    enroll(),
    listingOf('enrollments', {
      of: 'automation',
      description: 'List the contacts in an automation and their current steps.',
      columns: ENROLLMENT_COLUMNS,
      rows: ({ automations }, id, page) => automations.iterateEnrollments(id, page),
    }),
    ofEnrollment('enrollment', 'Show the progress of one contact.', 'getEnrollment'),
    ofEnrollment('cancel-enrollment', 'Cancel the run of a contact.', 'cancelEnrollment'),
    showing('stats', 'Show the figures of each step.', 'automation', ({ automations }, id) => automations.stats(id)),
    deleting('Delete an automation.', 'automation', ({ automations }, id) => automations.delete(id)),
  ];
  const noun = new Command('automations').description('Emails triggered by what contacts do.');
  noun.addHelpText(
    'after',
    examples('automations create @welcome.json', 'automations activate aut_…', 'automations enroll aut_… ada@example.net'),
  );
  return verbs.reduce((command, verb) => command.addCommand(verb), noun);
}
