import { migrateToLatest } from '@posthorn/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Trx } from '../../../server/src/db/dialect.ts';
import {
  deleteVersions,
  findActiveVersions,
  findTemplate,
  findVersion,
  listTemplates,
  listVersions,
} from '../../../server/src/templates/store.ts';
import { engines } from '../../support/engines.ts';
import { type Explainer, startExplainer } from '../../support/explain.ts';

describe.each(engines)('query plans of templates on $name', (engine) => {
  let explainer: Explainer;
  beforeAll(async () => {
    explainer = await startExplainer(engine, (db) => migrateToLatest(db.write, db.dialect));
  });
  afterAll(() => explainer.close());

  /** Safe because a plan does not depend on being inside a transaction. */
  const asTrx = (kysely: unknown) => kysely as Trx;

  const cases: [string, string[], (explainer: Explainer) => Promise<string[]>][] = [
    ['the list', ['templates_list'], ({ explain }) => explain((db) => listTemplates(db, 't'))],
    ['one template', ['templates_by_alias'], ({ explain }) => explain((db) => findTemplate(db, 't', 'a'))],
    ['its versions', ['template_versions_by_number'], ({ explain }) => explain((db) => listVersions(db, 'x'))],
    ['one version', ['template_versions_by_number'], ({ explain }) => explain((db) => findVersion(db, 'x', 1))],
    ['a page to delete', ['template_versions_by_number'], ({ explain }) => explain((db) => deleteVersions(asTrx(db), 'x', 5))],
    [
      'the active versions of a batch',
      ['templates_by_alias', 'template_versions_by_number'],
      ({ db: { dialect }, explain }) => explain((read) => findActiveVersions({ read, dialect }, 't', ['a', 'b'])),
    ],
  ];

  it.each(cases)('answers %s from its index, without a scan', async (_what, indexes, plan) => {
    const plans = (await plan(explainer)).join('\n');
    for (const index of indexes) expect(plans).toContain(index);
    expect(plans).not.toMatch(/Seq Scan on|SCAN (?!\w+ USING|json_each|CONSTANT|v\b)/);
  });
});
