/** What a text must be. */
export type TextTest =
  | { readonly op: 'eq' | 'contains' | 'starts_with' | 'ends_with'; readonly value: string }
  | { readonly op: 'in'; readonly value: readonly string[] };

/** What an instant must be, epoch milliseconds; or how many days ago at most, or more than. */
export interface TimeTest {
  readonly op: 'gt' | 'gte' | 'lt' | 'lte' | 'within_days' | 'older_than_days';
  readonly value: number;
}

/** What an attribute must be. The type of the value says as what the attribute is looked at. */
export type AttributeTest =
  | { readonly op: 'eq'; readonly value: string | number | boolean }
  | { readonly op: 'contains' | 'starts_with' | 'ends_with'; readonly value: string }
  | { readonly op: 'gt' | 'gte' | 'lt' | 'lte'; readonly value: number }
  | { readonly op: 'in'; readonly value: readonly string[] | readonly number[] }
  | { readonly op: 'exists' };

/** What must have happened to mail that went to the contact. */
export interface Engagement {
  readonly type: string;
  readonly withinDays: number | undefined;
  readonly minCount: number;
  readonly broadcastId: string | undefined;
}

export type Condition =
  | { readonly kind: 'text'; readonly column: 'email' | 'status'; readonly test: TextTest }
  | { readonly kind: 'time'; readonly column: 'created_at' | 'updated_at'; readonly test: TimeTest }
  | { readonly kind: 'attribute'; readonly key: string; readonly test: AttributeTest }
  | { readonly kind: 'audience'; readonly ids: readonly string[] }
  | ({ readonly kind: 'engagement' } & Engagement);

/** A filter that was checked. Its tree is the submitted one; a negative operator is its positive one, negated. */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly nodes: readonly Filter[] }
  | { readonly kind: 'not'; readonly node: Filter }
  | { readonly kind: 'all' }
  | (Condition & { readonly negated: boolean });
