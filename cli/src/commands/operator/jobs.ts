import { PosthornError } from '@posthorn/sdk';
import { Command } from 'commander';
import { addListOptions, examples, type ListOptions, pageSize, take } from '../../options.ts';
import { time } from '../../output/describe-record.ts';
import type { Columns } from '../../output/table.ts';
import type { AnswerTo, Operator, RowIn } from '../../service/operator.ts';
import { withSession } from '../../service/session.ts';

type QueueRow = [name: string, queue: AnswerTo<'GET /admin/stats'>['queues'][string]];

const QUEUE_COLUMNS: Columns<QueueRow> = {
  queue: ([name]) => name,
  waiting: ([, { waiting }]) => waiting,
  active: ([, { active }]) => active,
  'oldest (ms)': ([, { oldest_waiting_ms: age }]) => age,
};

const MESSAGE_COLUMNS: Columns<[status: string, count: number]> = { messages: ([status]) => status, count: ([, count]) => count };

const FAILED_COLUMNS: Columns<RowIn<'GET /admin/failed-jobs'>> = {
  queue: ({ queue }) => queue,
  tenants: ({ tenants }) => tenants.map(({ name }) => name).join(', '),
  failed: ({ failed_at: at }) => time(at),
  'brought back by': ({ sweep }) => sweep,
  error: ({ error }) => error ?? '',
};

/** Returns the refusal of a job, with the names that there are where it is none of them. */
async function explain(operator: Operator, refusal: unknown): Promise<unknown> {
  if (!(refusal instanceof PosthornError) || !refusal.is('not_found')) return refusal;
  const { jobs } = await operator.call('GET /admin/stats');
  return new PosthornError({ ...refusal, detail: `the jobs are ${Object.keys(jobs).toSorted().join(', ')}` });
}

const run = () =>
  new Command('run')
    .description('Run a background job once, to completion.')
    .argument('<name>', 'such as dispatch, scheduler, fanout, automations, webhooks, import, export, domains or cleanup')
    .action(
      withSession(async ({ operator, print }, name: string) => {
        const asked = operator().call('POST /admin/jobs/{name}/run', { params: { name } });
        const answer = await asked.catch(async (refusal) => Promise.reject(await explain(operator(), refusal)));
        print.result(answer, `${answer.ran} handled${answer.more === true ? '; there is more, which the service goes on with' : ''}`);
      }),
    );

const stats = () =>
  new Command('stats').description('Show the depth of the queues, and messages by status.').action(
    withSession(async ({ operator, print }) => {
      const answer = await operator().call('GET /admin/stats');
      if (print.json) return print.record(answer);
      await print.list(Object.entries(answer.queues), QUEUE_COLUMNS);
      print.gap();
      await print.list([...Object.entries(answer.messages), ['in doubt', answer.in_doubt]], MESSAGE_COLUMNS);
    }),
  );

interface FailedOptions extends ListOptions {
  readonly tenant?: string;
}

const failed = () =>
  addListOptions(
    new Command('failed')
      .description('List jobs that were given up in the last 14 days, newest first.')
      .option('--tenant <tenant>', 'only those with work of this tenant'),
  ).action(
    withSession(async ({ operator, print }, { tenant: tenant_id, ...options }: FailedOptions) => {
      const query = { limit: pageSize(options), tenant_id };
      await print.list(take(operator().iterate('GET /admin/failed-jobs', { query }), options), FAILED_COLUMNS);
    }),
  );

/** `posthorn jobs …`, for the operator. */
export const jobsCommand = () =>
  [run(), stats(), failed()].reduce(
    (noun, verb) => noun.addCommand(verb),
    new Command('jobs')
      .description('Background jobs: queues, runs and failures.')
      .addHelpText('after', examples('jobs stats', 'jobs failed', 'jobs run domains')),
  );
