import { Command } from 'commander';
import { examples } from '../../options.ts';
import { withSession } from '../../service/session.ts';

/** `posthorn usage` */
export const usageCommand = () =>
  new Command('usage')
    .description('Limits of the plan, and current usage.')
    .addHelpText('after', examples('usage', 'usage --json'))
    .action(withSession(async ({ tenant, print }) => print.record(await tenant().usage.get())));
