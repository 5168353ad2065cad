import { type AttributeValue, INEXACT_NUMBER, isInexactNumber, limits } from '@posthorn/contract';
import { ApiError } from '../core/errors/api-error.ts';
import { isLongerThan } from '../core/text/characters.ts';

/** The data that a tenant stores about a contact, by name; null counts as unset. */
export type Attributes = Readonly<Record<string, AttributeValue>>;

export type AttributeFault = ApiError<'invalid_attribute_value' | 'too_many_attribute_keys' | 'attributes_too_large'>;

const isName = (text: string) =>
  text !== '' && !isLongerThan(text, limits.attributeNameLength) && !/\p{Cc}/u.test(text) && text !== '__proto__';

function isValue(value: unknown): value is AttributeValue {
  if (typeof value === 'string') return !isLongerThan(value, limits.attributeLength);
  return value === null || typeof value === 'boolean' || Number.isFinite(value);
}

/** Checks names and values; returns no attributes if none are given. */
export function readAttributes(given: unknown): Attributes | ApiError<'invalid_attribute_value'> {
  if (given === undefined) return {};
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return new ApiError('invalid_attribute_value', { field: 'attributes' });
  const read: [string, AttributeValue][] = [];
  for (const [name, value] of Object.entries(given)) {
    if (!isName(name) || !isValue(value)) return new ApiError('invalid_attribute_value', { field: name });
    if (isInexactNumber(value)) return new ApiError('invalid_attribute_value', { field: name }, { detail: INEXACT_NUMBER });
    read.push([name, value]);
  }
  return Object.fromEntries(read);
}

/** Merges attributes over existing ones; the limits apply to the result. */
export function mergeAttributes(known: Attributes, given: Attributes): Attributes | AttributeFault {
  const merged = { ...known, ...given };
  if (Object.keys(merged).length > limits.attributes) return new ApiError('too_many_attribute_keys', { max: limits.attributes });
  if (Buffer.byteLength(JSON.stringify(merged)) > limits.attributesBytes)
    return new ApiError('attributes_too_large', { max_bytes: limits.attributesBytes });
  return merged;
}
