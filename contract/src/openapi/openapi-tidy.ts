import { isRecord } from '../core/is-record.ts';

type Node = Record<string, unknown>;

const FORMATS_WITH_PATTERN = ['email', 'date-time', 'date', 'time', 'duration', 'uuid'];

/** Keywords that zod writes and no reader of the document needs. */
function isNoise(key: string, value: unknown, schema: Node): boolean {
  if (key === 'additionalProperties') return value === false;
  if (key === 'pattern') return FORMATS_WITH_PATTERN.includes(String(schema.format));
  if (key === 'minimum') return value === Number.MIN_SAFE_INTEGER;
  if (key === 'maximum') return value === Number.MAX_SAFE_INTEGER;
  if (key === 'propertyNames') return isRecord(value) && Object.keys(value).join() === 'type';
  return false;
}

function clean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clean);
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(([key, item]) => item !== undefined && !isNoise(key, item, value));
  return Object.fromEntries(kept.map(([key, item]) => [key, clean(item)]));
}

const byName = (map: unknown) => (isRecord(map) ? Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1))) : map);

/** Removes noise from the document and sorts its components by name. */
export function tidy(document: object): object {
  const cleaned = clean(document) as Node;
  const components = isRecord(cleaned.components) ? cleaned.components : {};
  const sorted = Object.entries(components).map(([kind, map]) => [kind, byName(map)] as const);
  return { ...cleaned, components: Object.fromEntries(sorted) };
}
