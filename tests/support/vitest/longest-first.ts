import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files, slowest first: without the times of an earlier run, these should not be left for the end. */
export const LONGEST = [
  'tests/faults/database/failing-statements.test.ts',
  'tests/faults/processes/kill-senders.test.ts',
  'tests/console/marketing/marketing.test.ts',
  'tests/console/screens/story.test.ts',
  'tests/faults/processes/kill-broadcast.test.ts',
  'tests/faults/processes/kill-stats.test.ts',
  'tests/cli/server/doctor.test.ts',
  'tests/console/screens/dialogs.test.ts',
  'server/src/inbound/listener.test.ts',
  'tests/console/flows.test.ts',
  'tests/e2e/restore.test.ts',
  'tests/faults/processes/stop.test.ts',
  'tests/console/screens/keys.test.ts',
  'tests/api/http/isolation.test.ts',
  'tests/simulation/simulation.test.ts',
  'tests/pages/mailbox.test.ts',
  'tests/packages/upgrade.test.ts',
  'tests/faults/processes/webhooks.test.ts',
  'tests/faults/automations/kill.test.ts',
];

/** Orders files as Vitest does, by the times of the previous run, and starts with the slowest if there was none. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isUnknown = (file: TestSpecification) => this.ctx.cache.getTestSpecificationResult(file) === undefined;
    const place = (file: TestSpecification) => LONGEST.findIndex((name) => file.moduleId.endsWith(`/${name}`));
    const first = sorted.filter((file) => isUnknown(file) && place(file) >= 0).sort((a, b) => place(a) - place(b));
    return [...first, ...sorted.filter((file) => !first.includes(file))];
  }
}
