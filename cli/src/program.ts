import { Command } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { completionCommand } from './commands/completion.ts';
import { helpCommand } from './commands/help.ts';
import { attachmentsCommand } from './commands/mail/attachments.ts';
import { emailCommand } from './commands/mail/email.ts';
import { eventsCommand } from './commands/mail/events.ts';
import { inboundCommand } from './commands/mail/inbound.ts';
import { messagesCommand } from './commands/mail/messages.ts';
import { statsCommand } from './commands/mail/stats.ts';
import { templatesCommand } from './commands/mail/templates.ts';
import { audiencesCommand } from './commands/marketing/audiences.ts';
import { automationsCommand } from './commands/marketing/automations.ts';
import { broadcastsCommand } from './commands/marketing/broadcasts.ts';
import { contactsCommand } from './commands/marketing/contacts.ts';
import { segmentsCommand } from './commands/marketing/segments.ts';
import { capturedCommand } from './commands/operator/captured.ts';
import { clockCommand } from './commands/operator/clock.ts';
import { jobsCommand } from './commands/operator/jobs.ts';
import { peopleCommand } from './commands/operator/people.ts';
import { postmasterCommand } from './commands/operator/postmaster.ts';
import { tenantsCommand } from './commands/operator/tenants.ts';
import { unreadableMailCommand } from './commands/operator/unreadable-mail.ts';
import { backupCommand } from './commands/server/backup.ts';
import { doctorCommand } from './commands/server/doctor.ts';
import { migrateCommand } from './commands/server/migrate.ts';
import { moveCommand } from './commands/server/move.ts';
import { rekeyCommand } from './commands/server/rekey.ts';
import { serveCommand } from './commands/server/serve.ts';
import { startCommand } from './commands/server/start.ts';
import { workerCommand } from './commands/server/worker.ts';
import { domainsCommand } from './commands/settings/domains.ts';
import { erasuresCommand } from './commands/settings/erasures.ts';
import { keysCommand } from './commands/settings/keys.ts';
import { suppressionsCommand } from './commands/settings/suppressions.ts';
import { usageCommand } from './commands/settings/usage.ts';
import { webhooksCommand } from './commands/settings/webhooks.ts';
import { callersFolder } from './files/callers-folder.ts';
import { describeNames } from './service/resolve-names.ts';
import { addVerbExamples } from './verb-examples.ts';

const ENVIRONMENT = `
Environment:
  POSTHORN_URL      URL of the service; http://127.0.0.1:3000 by default
  POSTHORN_API_KEY  API key of the tenant
  POSTHORN_FROM     sender of "email send" without --from
  OPERATOR_TOKEN    token of the operator, for the commands that operate the service, and for --global and --tenant

Domains, contacts, audiences, tenants and other things with a name may be given by it instead of their id: contacts and people by their
addresses, webhooks by their URLs.

Run "posthorn help <command>" for its options and examples.

Exit status: 0 on success, 1 if the service refuses or cannot be reached, 2 if the command or a setting is invalid.`;

/** Has a command and all below it throw where they would end the process, so that failures are handled in one place. */
function throwInstead(command: Command, { isJson }: { isJson: boolean }): void {
  command.exitOverride().configureHelp({ showGlobalOptions: true }).helpCommand(false);
  // The caller prints the error as a document.
  if (isJson) command.configureOutput({ outputError: () => undefined });
  for (const each of command.commands) throwInstead(each, { isJson });
}

/** `posthorn`, with a command for each noun and verb. */
export function createProgram({ isJson = false }: { isJson?: boolean } = {}): Command {
  const program = new Command('posthorn').description('Self-hosted email for developers.').version(manifest.version);
  program.option('--json', 'print JSON: a record as one document, a list as one document per line');
  program.option('--url <url>', 'URL of the service, POSTHORN_URL by default');
  program.addHelpText('after', ENVIRONMENT);
  program.commandsGroup('Run the service:');
  const running = [
    startCommand(),
    serveCommand(),
    workerCommand(),
    migrateCommand(),
    rekeyCommand(),
    backupCommand(),
    moveCommand(),
    doctorCommand(),
  ];
  for (const command of running) program.addCommand(command);
  // Commands that run the service keep the working directory, where its data is; the others read and write the caller's files.
  program.hook('preAction', (_, command) => {
    if (!running.includes(command)) process.chdir(callersFolder(process.env));
  });
  program.commandsGroup('Send and manage email (POSTHORN_API_KEY):');
  for (const command of [
    emailCommand(),
    messagesCommand(),
    contactsCommand(),
    audiencesCommand(),
    segmentsCommand(),
    templatesCommand(),
    broadcastsCommand(),
    automationsCommand(),
    suppressionsCommand(),
    erasuresCommand(),
    attachmentsCommand(),
    inboundCommand(),
    webhooksCommand(),
    eventsCommand(),
    domainsCommand(),
    keysCommand(),
    usageCommand(),
    statsCommand(),
  ])
    program.addCommand(command);
  program.commandsGroup('Operate the service (OPERATOR_TOKEN):');
  for (const command of [
    tenantsCommand(),
    peopleCommand(),
    jobsCommand(),
    capturedCommand(),
    postmasterCommand(),
    unreadableMailCommand(),
    clockCommand(),
  ])
    program.addCommand(command);
  program.commandsGroup('Help:');
  for (const command of [completionCommand(() => program), helpCommand(() => program)]) program.addCommand(command);
  addVerbExamples(program);
  describeNames(program);
  throwInstead(program, { isJson });
  return program;
}
