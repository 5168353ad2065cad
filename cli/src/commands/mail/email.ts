import type { TestEvent } from '@posthorn/sdk';
import { Command, Option } from 'commander';
import { collectValues, examples, idempotencyKey, pairs, pointInTime } from '../../options.ts';
import { time } from '../../output/describe-record.ts';
import type { Columns } from '../../output/table.ts';
import { readSendRequest, type SendFlags } from '../../service/send-request.ts';
import { withSession } from '../../service/session.ts';
import { listing } from '../../verbs.ts';
import { batchCommand } from './email-batch.ts';

const send = () =>
  new Command('send')
    .description('Send an email. Without a body or a template, its text is read from stdin.')
    .option('--from <address>', 'sender; POSTHORN_FROM by default')
    .requiredOption('--to <address>', 'recipient, repeatable', collectValues)
    .option('--cc <address>', 'recipient of a copy, repeatable', collectValues)
    .option('--bcc <address>', 'hidden recipient, repeatable', collectValues)
    .option('--reply-to <address>', 'address for replies, repeatable', collectValues)
    .option('--subject <text>')
    .option('--text <text>', 'plain text')
    .option('--text-file <file>', 'plain text from a file, - for stdin')
    .option('--html <html>', 'HTML')
    .option('--html-file <file>', 'HTML from a file, - for stdin')
    .option('--template <alias>', 'render this template')
    .option('--model <json>', 'values for the template, as JSON or @file')
    .option('--strict', 'refuse the email if the model lacks a value')
    .option('--attach <file>', 'attach a file, repeatable', collectValues)
    .option('--header <name=value>', 'custom header, repeatable', pairs)
    .option('--tag <key=value>', 'tag, repeatable', pairs)
    .addOption(new Option('--stream <stream>').choices(['transactional', 'marketing']))
    .option('--at <time>', 'when to send: 2030-01-31T09:00:00Z, or milliseconds since 1970', pointInTime)
    .option('--test', 'simulate the delivery')
    .option('--idempotency-key <key>', 'send only once, however often this is run', idempotencyKey)
    .action(
      withSession(async ({ terminal, tenant, print }, flags: SendFlags) => {
        const request = await readSendRequest(flags, terminal);
        const answer = await tenant().email.send(request, { idempotencyKey: flags.idempotencyKey });
        print.result(answer, `${answer.status} ${answer.message_id}`);
        if (answer.idempotent_replay) print.note('this is the answer to an earlier send with this key; nothing was sent now');
        for (const { path } of answer.warnings ?? [])
          print.note(`the model lacks ${path}, and nothing stands there; --strict refuses such mail`);
      }),
    );

const reschedule = () =>
  new Command('reschedule')
    .description('Reschedule a queued or scheduled email.')
    .argument('<id>')
    .argument('<time>', '2030-01-31T09:00:00Z, or milliseconds since 1970', pointInTime)
    .action(
      withSession(async ({ tenant, print }, id: string, at: number) => {
        print.record(await tenant().email.reschedule(id, { scheduled_at: at }));
      }),
    );

const cancel = () =>
  new Command('cancel')
    .description('Cancel a queued or scheduled email.')
    .argument('<id>')
    .action(
      withSession(async ({ tenant, print }, id: string) => {
        const answer = await tenant().email.cancel(id);
        print.result(answer, `${answer.status} ${answer.message_id}`);
      }),
    );

const resend = () =>
  new Command('resend')
    .description('Send a message again, as a new one.')
    .argument('<id>')
    .action(
      withSession(async ({ tenant, print }, id: string) => {
        const answer = await tenant().email.resend(id);
        print.result(answer, `${answer.status} ${answer.message_id}`);
      }),
    );

const TEST_EVENT_COLUMNS: Columns<TestEvent> = {
  event: ({ type }) => type,
  message: ({ message_id: id }) => id,
  recipients: ({ recipients }) => recipients.join(', '),
  at: ({ created_at: at }) => time(at),
};

/** `posthorn email …` */
export const emailCommand = () =>
  [
    send(),
    batchCommand(),
    reschedule(),
    cancel(),
    resend(),
    listing('List what test-mode emails simulated, newest first.', TEST_EVENT_COLUMNS, ({ email }, page) =>
      email.iterateTestEvents(page),
    ).name('test-events'),
  ].reduce(
    (noun, verb) => noun.addCommand(verb),
    new Command('email')
      .description('Send, schedule, cancel and resend emails.')
      .addHelpText(
        'after',
        examples(
          'email send --from hello@example.com --to ada@example.net --subject Hello --text Hi',
          'email send --to ada@example.net --subject Invoice --html-file invoice.html --attach invoice.pdf',
          'email send --to ada@example.net --template welcome --model \'{"name":"Ada"}\'',
          'email send --to delivered@posthorn.test --subject Try --text Hi --test',
          'email batch emails.jsonl --strict',
        ),
      ),
  );
