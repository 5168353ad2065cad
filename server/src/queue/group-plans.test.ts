import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { type Explainer, startExplainer } from '../../../tests/support/database/explain.ts';
import { type Engine, engines, postgres } from '../../../tests/support/engines.ts';
import type { Trx } from '../db/dialect.ts';
import { nextOfGroups as nextInPostgres, raiseJobs } from './pg-boss-groups.ts';
import { nextOfGroups as nextInSqlite } from './sqlite-groups.ts';

const limits = { name: 'webhook', limit: 32, groupLimit: 2 } as const;

const claim = ({ name }: Engine, trx: Trx) =>
  name === 'sqlite'
    ? nextInSqlite({ ...limits, ready: sql`jobs.queue = 'webhook' and jobs.state = 'waiting' and jobs.run_at <= 1` }).execute(trx)
    : nextInPostgres({ ...limits, priorities: {} }).execute(trx);

describe.each(engines)('a claim of jobs of groups on $name', (engine) => {
  let explainer: Explainer;
  afterEach(() => explainer.close());

  it('goes through some jobs in their order, and from group to group', async () => {
    explainer = await startExplainer(engine);
    const plan = (await explainer.explain((trx) => claim(engine, trx))).join('\n');
    // The first and the next group, and its first jobs.
    expect(plan.match(/(?:jobs_by_group \(queue=\? AND group_key|name_group_id_expr_\S* on)/g)?.length).toBeGreaterThanOrEqual(2);
    expect(plan).toMatch(/jobs_claim|job_common_i11/);
    expect(plan).not.toMatch(/Seq Scan on|SCAN jobs(?! USING INDEX jobs_active)/);
  });
});

it('jobs of a group are raised by the index of groups, also where all are of one group', async () => {
  const explainer = await startExplainer(postgres);
  const plan = await explainer.explain((trx) => raiseJobs(trx, 'webhook', ['mended'], 0)).finally(explainer.close);
  expect(plan.join('\n')).toMatch(/name_group_id_expr_\S* on .*\n.*Index Cond: .*- priority\) > /);
});
