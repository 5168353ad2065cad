import type { Automation, CreateAutomationRequest, Enrollment, Posthorn } from '@posthorn/sdk';
import { Command } from 'commander';
import { time } from '../describe-record.ts';
import { addListOptions, examples, type ListOptions, pageSize, readJson, take } from '../options.ts';
import { withSession } from '../session.ts';
import type { Columns } from '../table.ts';

const COLUMNS: Columns<Automation> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  trigger: ({ trigger_kind: kind }) => kind,
  status: ({ status }) => status,
  active: ({ enrollment_counts: { active } }) => active,
  completed: ({ enrollment_counts: { completed } }) => completed,
  created: ({ created_at: at }) => time(at),
};

const ENROLLMENT_COLUMNS: Columns<Enrollment> = {
  id: ({ id }) => id,
  contact: ({ contact_id: id }) => id,
  status: ({ status }) => status,
  step: ({ current_step: step }) => step,
  next: ({ next_run_at: at }) => time(at),
  reason: ({ exit_reason: reason }) => reason,
};

/** Safe because the service checks each field, and says which one is wrong. */
const readProgram = async (given: string) => (await readJson('the automation', given)) as unknown as CreateAutomationRequest;

const PROGRAM = 'its fields, as JSON or @file';

const create = () =>
  new Command('create')
    .description('Create an automation, as a draft.')
    .argument('<automation>', PROGRAM)
    .action(
      withSession(async ({ tenant, print }, given: string) => print.record(await tenant().automations.create(await readProgram(given)))),
    );

const update = () =>
  new Command('update')
    .description('Change an automation.')
    .argument('<id>')
    .argument('<changes>', PROGRAM)
    .action(
      withSession(async ({ tenant, print }, id: string, changes: string) => {
        print.record(await tenant().automations.update(id, await readProgram(changes)));
      }),
    );

const list = () =>
  addListOptions(new Command('list').description('List automations, newest first.')).action(
    withSession(async ({ tenant, print }, options: ListOptions) => {
      await print.list(take(tenant().automations.iterate({ limit: pageSize(options) }), options), COLUMNS);
    }),
  );

const enroll = () =>
  new Command('enroll')
    .description('Let a contact begin an automation.')
    .argument('<id>')
    .argument('<contact>', 'id of the contact')
    .action(
      withSession(async ({ tenant, print }, id: string, contact: string) => {
        print.record(await tenant().automations.enroll(id, { contact_id: contact }));
      }),
    );

const enrollments = () =>
  addListOptions(new Command('enrollments').description('List who is in an automation, and how far.').argument('<id>')).action(
    withSession(async ({ tenant, print }, id: string, options: ListOptions) => {
      await print.list(take(tenant().automations.iterateEnrollments(id, { limit: pageSize(options) }), options), ENROLLMENT_COLUMNS);
    }),
  );

type Verb = 'get' | 'activate' | 'pause' | 'archive' | 'delete';

const simple = (name: Verb, description: string) =>
  new Command(name)
    .description(description)
    .argument('<id>')
    .action(
      withSession(async ({ tenant, print }, id: string) => {
        const verbs: Pick<Posthorn['automations'], Verb> = tenant().automations;
        print.record(await verbs[name](id));
      }),
    );

/** `posthorn automations …` */
export const automationsCommand = () =>
  [
    create(),
    list(),
    simple('get', 'Show an automation.'),
    update(),
    simple('activate', 'Let contacts begin it.'),
    simple('pause', 'Hold it where it is.'),
    simple('archive', 'End it for good.'),
    enroll(),
    enrollments(),
    simple('delete', 'Delete an automation.'),
  ].reduce(
    (noun, verb) => noun.addCommand(verb),
    new Command('automations')
      .description('Mail that follows what contacts do.')
      .addHelpText('after', examples('automations create @welcome.json', 'automations activate aut_…', 'automations enroll aut_… con_…')),
  );
