import { z } from 'zod';
import { id, timestamp } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { mostFields } from '../core/most-fields.ts';
import { nameFaults } from '../core/name-faults.ts';

export const contactStatuses = ['subscribed', 'unsubscribed', 'cleaned'] as const;

export const status = z
  .enum(contactStatuses, 'invalid_status')
  .describe('`unsubscribed` by its own wish or after a complaint; `cleaned` after a hard bounce. Only `subscribed` gets marketing mail.');

const attributeValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const attributes = z.record(z.string(), attributeValue).describe('Values by name, as stored; null counts as not set.');

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
    attributes: attributes.describe('All values by name, those that were there before included.'),
    created: z.boolean().describe('False where the contact was there before.'),
  })
  .meta({ id: 'ContactResult' });

export type AttributeValue = z.infer<typeof attributeValue>;
export type Contact = z.infer<typeof contact>;
export type ContactStatus = z.infer<typeof status>;

export const toStatus = (value: unknown) => contactStatuses.find((known) => known === value);

/** Not checked here, since its faults have codes and fields of their own. */
export const givenAttributes = z
  .custom<Readonly<Record<string, AttributeValue>>>()
  .meta({
    override: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean', 'null'] } },
  })
  .optional()
  .describe(
    `Put over those that are there; others are kept. At most ${limits.attributes}, ${limits.attributesBytes} bytes as JSON in all; names of 1 to ${limits.attributeNameLength} characters, ` +
      `strings of at most ${limits.attributeLength} characters, finite numbers, booleans, null. Whole numbers beyond 2^53 - 1 are refused, which are not ` +
      'exact once JSON is read: they are strings.',
  )
  .register(nameFaults, { code: 'invalid_attribute_value' })
  .register(mostFields, { max: limits.attributes, code: 'too_many_attribute_keys' });

/** Body of `POST /v1/contacts`. */
export const contactRequest = z
  .object({
    email: z.string('invalid_email').max(limits.addressLength, 'invalid_email').describe('A bare address; trimmed and put in lower case.'),
    attributes: givenAttributes,
    status: z
      .custom<ContactStatus>()
      .meta({ override: { type: 'string', enum: [...contactStatuses] } })
      .transform(toStatus)
      .optional()
      .describe(
        'A new contact is `subscribed` unless this says otherwise; one that is there keeps its status. Anything unknown counts as ' +
          'absent. `subscribed` also lifts an unsubscription.',
      ),
  })
  .meta({ id: 'ContactRequest' });
