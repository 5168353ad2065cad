import { NOW, type Subject } from './filter-cases.ts';

const DAY = 86_400_000;

interface Node {
  readonly and?: readonly Node[];
  readonly or?: readonly Node[];
  readonly not?: Node;
  readonly all?: true;
  readonly field?: string;
  readonly op?: string;
  readonly value?: unknown;
  readonly within_days?: number;
  readonly min_count?: number;
  readonly broadcast_id?: string;
}

const NEGATIVE: Readonly<Record<string, string>> = {
  neq: 'eq',
  not_in: 'in',
  not_contains: 'contains',
  not_exists: 'exists',
  not_member_of: 'member_of',
  not_happened: 'happened',
};

function testText(text: string, op: string, value: unknown): boolean {
  if (op === 'in') return (value as string[]).includes(text);
  const part = String(value);
  if (op === 'contains') return text.includes(part);
  if (op === 'starts_with') return text.startsWith(part);
  return op === 'ends_with' ? text.endsWith(part) : text === part;
}

function testNumber(number: number, op: string, value: unknown): boolean {
  if (op === 'in') return (value as number[]).includes(number);
  const other = Number(value);
  if (op === 'gt') return number > other;
  if (op === 'gte') return number >= other;
  if (op === 'lt') return number < other;
  return op === 'lte' ? number <= other : number === other;
}

function asNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value)) return undefined;
  return value.replaceAll(/[-.]/g, '').length <= 19 ? Number(value) : undefined;
}

function testAttribute(attribute: unknown, op: string, value: unknown): boolean {
  if (op === 'exists') return attribute !== undefined && attribute !== null;
  const kind = typeof (Array.isArray(value) ? value[0] : value);
  if (kind === 'boolean') return attribute === value;
  if (kind === 'string') return typeof attribute === 'string' && testText(attribute, op, value);
  const number = asNumber(attribute);
  return number !== undefined && testNumber(number, op, value);
}

function testTime(at: number, op: string, value: unknown): boolean {
  if (op === 'within_days') return at >= NOW - Number(value) * DAY;
  if (op === 'older_than_days') return at < NOW - Number(value) * DAY;
  return testNumber(at, op, value);
}

/** Returns the stored form of an address; the one label in the cases that is not ASCII becomes its A-label. */
const kept = (text: unknown) =>
  String(text)
    .toLowerCase()
    .replace(/(?<=^|@)exämple/, 'xn--exmple-cua');

function testEvents({ events }: Subject, type: string, node: Node): boolean {
  const { within_days = 10_000, min_count = 1, broadcast_id } = node;
  const counted = events.filter(
    (event) =>
      event.type === type && event.at >= NOW - within_days * DAY && (broadcast_id === undefined || event.broadcastId === broadcast_id),
  );
  return counted.length >= min_count;
}

function testCondition(subject: Subject, node: Node, op: string): boolean {
  const { field = '', value } = node;
  if (field === 'email') return testText(subject.email, op, Array.isArray(value) ? value.map(kept) : kept(value));
  if (field === 'status') return testText(subject.status, op, value);
  if (field === 'created_at' || field === 'updated_at') return testTime(subject[field], op, value);
  if (field === 'audience') return [value].flat().some((id) => subject.audiences.includes(String(id)));
  if (field.startsWith('events.')) return testEvents(subject, field.slice('events.'.length), node);
  const key = field.slice('attributes.'.length);
  return testAttribute(Object.hasOwn(subject.attributes, key) ? subject.attributes[key] : undefined, op, value);
}

/** Evaluates a filter as plainly as possible, independently of the service's code. */
export function evaluate(node: Node, subject: Subject): boolean {
  if (node.all !== undefined) return true;
  if (node.and !== undefined) return node.and.every((child) => evaluate(child, subject));
  if (node.or !== undefined) return node.or.some((child) => evaluate(child, subject));
  if (node.not !== undefined) return !evaluate(node.not, subject);
  const positive = NEGATIVE[node.op ?? ''];
  return positive === undefined ? testCondition(subject, node, node.op ?? '') : !testCondition(subject, node, positive);
}
