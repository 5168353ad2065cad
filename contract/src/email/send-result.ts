import { z } from 'zod';
import { errorCode } from '../core/errors.ts';
import { idOf, timestamp } from '../core/fields.ts';
import { limits } from '../core/limits.ts';

const warning = z
  .object({
    code: z
      .enum(['missing_variable', 'empty_subject'])
      .describe(
        '`missing_variable`: the template asks for what the model lacks or has as null, and nothing stands there. `empty_subject`, of a test of a broadcast alone: but for `[test]` nothing is to be seen of the subject; to contacts such mail does not leave.',
      ),
    path: z
      .string()
      .describe('Path within `template_model`, such as `user.name`, at most 200 characters; `subject` if the subject is concerned.'),
  })
  .meta({ id: 'SendWarning' });

/** The result of a send. */
export const sendResult = z
  .object({
    message_id: idOf('the message'),
    status: z
      .enum(['queued', 'scheduled', 'suppressed', 'sent', 'failed'])
      .describe('`suppressed`: every recipient in `to` is suppressed, and nothing is sent. `sent` and `failed` occur only in test mode.'),
    test_mode: z.boolean().describe('Whether delivery is simulated.'),
    scheduled_at: timestamp.nullable().describe('Null unless the message is scheduled.'),
    suppressed_recipients: z.array(z.string()).describe('Recipients left out because they are suppressed.'),
    warnings: z
      .array(warning)
      .optional()
      .describe(
        `Present where something seems to be amiss with what was accepted, at most ${limits.sendWarnings}. With \`strict\` it is refused instead.`,
      ),
    idempotent_replay: z.literal(true).optional().describe('Present if this is the response to an earlier request with the same key.'),
  })
  .meta({ id: 'SendResult' });

const place = z.int().describe('Index of the item in the request, from 0.');

export const batchResult = sendResult
  .omit({ idempotent_replay: true })
  .extend({ index: place, error: z.null().describe('Always null: the item was accepted.') })
  .meta({ id: 'BatchSendResult' });

export const batchRefusal = z
  .object({
    index: place,
    message_id: z.null().describe('Always null: there is no message.'),
    status: z.literal('rejected').describe('Always `rejected`: the item was not accepted.'),
    error: errorCode.describe('Why the item was not accepted. The further fields of the error are siblings of this one.'),
    detail: z.string().describe('Human-readable explanation; the wording may change.'),
  })
  .catchall(z.unknown())
  .meta({ id: 'BatchSendRefusal' });

export type SendResult = z.infer<typeof sendResult>;
export type BatchItem = z.infer<typeof batchResult> | z.infer<typeof batchRefusal>;
