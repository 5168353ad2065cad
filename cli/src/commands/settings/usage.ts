import { Command } from 'commander';
import { examples } from '../../options.ts';
import { withSession } from '../../service/session.ts';

/** `posthorn usage` */
export const usageCommand = () =>
  new Command('usage')
    .description('What the plan allows, and what is used of it.')
    .addHelpText('after', examples('usage', 'usage --json'))
    .action(withSession(async ({ tenant, print }) => print.record(await tenant().usage.get())));
