import { z } from 'zod';
import { id, timestamp } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { mostFields } from '../core/most-fields.ts';
import { nameFaults } from '../core/name-faults.ts';

export const contactStatuses = ['subscribed', 'unsubscribed', 'cleaned'] as const;

export const status = z
  .enum(contactStatuses, 'invalid_status')
  .describe(
    '`unsubscribed` after an unsubscription or a complaint; `cleaned` after a hard bounce. Only `subscribed` contacts get marketing mail.',
  );

const attributeValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const attributes = z.record(z.string(), attributeValue).describe('Values by name, as stored; null counts as unset.');

/** A person that a tenant may write to. */
export const contact = z
  .object({
    id,
    email: z.string().describe('In lower case; unique within the tenant.'),
    status,
    attributes,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Contact' });

export const contactResult = z
  .object({
    id,
    email: z.string().describe('Address in lower case.'),
    status,
    attributes: attributes.describe('All values by name, including earlier ones.'),
    created: z.boolean().describe('False if the contact existed already.'),
  })
  .meta({ id: 'ContactResult' });

export type AttributeValue = z.infer<typeof attributeValue>;
export type Contact = z.infer<typeof contact>;
export type ContactStatus = z.infer<typeof status>;

export const toStatus = (value: unknown) => contactStatuses.find((known) => known === value);

/** Not validated here, since its errors have their own codes and fields. */
export const givenAttributes = z
  .custom<Readonly<Record<string, AttributeValue>>>()
  .meta({
    override: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean', 'null'] } },
  })
  .optional()
  .describe(
    `Merged over existing ones; the others are kept. At most ${limits.attributes}, ${limits.attributesBytes} bytes as JSON in total; names of 1 to ${limits.attributeNameLength} characters, ` +
      `strings of at most ${limits.attributeLength} characters, finite numbers, booleans, null. Integers beyond 2^53 - 1 are refused, since JSON parsers do not ` +
      'read them exactly: send them as strings.',
  )
  .register(nameFaults, { code: 'invalid_attribute_value' })
  .register(mostFields, { max: limits.attributes, code: 'too_many_attribute_keys' });

/** Body of `POST /v1/contacts`. */
export const contactRequest = z
  .object({
    email: z
      .string('invalid_email')
      .max(limits.addressLength, 'invalid_email')
      .describe('A bare address; it is trimmed and converted to lower case.'),
    attributes: givenAttributes,
    status: z
      .custom<ContactStatus>()
      .meta({ override: { type: 'string', enum: [...contactStatuses] } })
      .transform(toStatus)
      .optional()
      .describe(
        '`subscribed` by default for a new contact; an existing one keeps its status. An unknown value counts as ' +
          'absent. `subscribed` also lifts an unsubscription.',
      ),
  })
  .meta({ id: 'ContactRequest' });
