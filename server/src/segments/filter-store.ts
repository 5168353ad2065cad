import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { DAY_MS } from '../core/durations.ts';
import { type Executor, filtersOf, isIn, isMadeSince } from '../db/dialect.ts';
import type { Schema } from '../db/schema.ts';
import { isByReader } from '../events/index.ts';
import type { AttributeTest, Condition, Engagement, TextTest, TimeTest } from './condition.ts';
import type { Filter } from './filter.ts';

/** What a filter is compiled for. */
export interface FilterScope {
  /** The current time by the domain's clock, from which days are counted back. */
  readonly now: number;
}

interface CompileScope extends FilterScope {
  readonly executor: Executor;
}

const COMPARE = { eq: sql`=`, gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` };

const eb = expressionBuilder<Schema, 'contacts'>();
const characters = (text: string) => sql.lit([...text].length);

/** Null if the text is null. */
function text(value: Expression<string | null>, test: TextTest, { executor }: CompileScope): Expression<SqlBool> {
  switch (test.op) {
    case 'eq':
      return sql`(${value} = ${test.value})`;
    case 'contains':
      return filtersOf(executor).contains(value, test.value);
    case 'starts_with':
      return sql`(substr(${value}, 1, ${characters(test.value)}) = ${test.value})`;
    case 'ends_with':
      return sql`(substr(${value}, length(${value}) - ${characters(test.value)} + 1) = ${test.value})`;
    case 'in':
      // Safe because a null is in a list neither way.
      return isIn(executor, value as Expression<string>, test.value);
  }
}

function time(column: 'created_at' | 'updated_at', { op, value }: TimeTest, { now }: FilterScope): Expression<SqlBool> {
  const at = eb.ref(`contacts.${column}`);
  if (op === 'within_days') return eb(at, '>=', now - value * DAY_MS);
  if (op === 'older_than_days') return eb(at, '<', now - value * DAY_MS);
  return sql`(${at} ${COMPARE[op]} ${value})`;
}

const isNumbers = (list: readonly string[] | readonly number[]): list is readonly number[] => typeof list[0] === 'number';

/** Never null, even if the attribute does not have the type that the test needs. */
function attribute(key: string, test: AttributeTest, scope: CompileScope): Expression<SqlBool> {
  const { attributeIs, attributeNumber, attributeText, hasAttribute, isInNumbers, isText } = filtersOf(scope.executor);
  // The test comes first: it rejects nearly everything, and the type of those need not be checked.
  const ofText = (textTest: TextTest) => sql<SqlBool>`((${text(attributeText(key), textTest, scope)} and ${isText(key)}) is true)`;
  switch (test.op) {
    case 'exists':
      return hasAttribute(key);
    case 'eq':
      if (typeof test.value !== 'number') return attributeIs(key, test.value);
      return sql`((${attributeNumber(key)} = ${test.value}) is true)`;
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return sql`((${attributeNumber(key)} ${COMPARE[test.op]} ${test.value}) is true)`;
    case 'in':
      if (!isNumbers(test.value)) return ofText({ op: 'in', value: test.value });
      return sql`(${isInNumbers(attributeNumber(key), test.value)} is true)`;
    default:
      return ofText(test);
  }
}

function member(ids: readonly string[], { executor }: CompileScope): Expression<SqlBool> {
  const members = eb
    .selectFrom('audience_members')
    .select(sql`1`.as('one'))
    .whereRef('audience_members.contact_id', '=', 'contacts.id')
    .where((of) => isIn(executor, of.ref('audience_members.audience_id'), ids));
  return eb.exists(members);
}

function happened({ type, withinDays, minCount, broadcastId }: Engagement, { now, executor }: CompileScope): Expression<SqlBool> {
  let events = eb
    .selectFrom('events')
    .select(sql`1`.as('one'))
    .whereRef('events.contact_id', '=', 'contacts.id')
    .where('events.type', '=', type);
  // Only for these: for others the index contains everything needed.
  if (type === 'open' || type === 'click') events = events.where(isByReader(executor, 'events'));
  if (withinDays !== undefined) {
    const since = now - withinDays * DAY_MS;
    events = events.where('events.created_at', '>=', since).where((of) => isMadeSince(executor, of.ref('events.id'), 'evt', since));
  }
  if (broadcastId !== undefined)
    events = events.where((of) =>
      of.exists(
        of
          .selectFrom('messages')
          .select(sql`1`.as('one'))
          .whereRef('messages.id', '=', 'events.message_id')
          .where('messages.broadcast_id', '=', broadcastId),
      ),
    );
  if (minCount === 1) return eb.exists(events);
  const enough = eb.selectFrom(events.limit(minCount).as('enough')).select(({ fn }) => fn.countAll<number>().as('count'));
  return sql`(${enough} >= ${minCount})`;
}

function holds(condition: Condition, scope: CompileScope): Expression<SqlBool> {
  switch (condition.kind) {
    case 'text':
      return text(eb.ref(`contacts.${condition.column}`), condition.test, scope);
    case 'time':
      return time(condition.column, condition.test, scope);
    case 'attribute':
      return attribute(condition.key, condition.test, scope);
    case 'audience':
      return member(condition.ids, scope);
    case 'engagement':
      return happened(condition, scope);
  }
}

function compile(filter: Filter, scope: CompileScope): Expression<SqlBool> {
  switch (filter.kind) {
    case 'and':
      return eb.and(filter.nodes.map((node) => compile(node, scope)));
    case 'or':
      return eb.or(filter.nodes.map((node) => compile(node, scope)));
    case 'not':
      return eb.not(compile(filter.node, scope));
    case 'all':
      return sql`true`;
    default: {
      const condition = holds(filter, scope);
      return filter.negated ? eb.not(condition) : condition;
    }
  }
}

/**
 * Compiles the filter to a condition on a row of `contacts`, under that name in the query. It is true or false, never null; everything
 * that a tenant gave is a parameter.
 */
export function compileFilter(executor: Executor, filter: Filter, scope: FilterScope): Expression<SqlBool> {
  // The comment's star keeps it from becoming a named statement: every tenant's filter has its own text.
  return sql`/* a tenant's filter */ ${compile(filter, { ...scope, executor })}`;
}
