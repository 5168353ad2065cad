import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, longest first: where no run has left its times, no core is to wait for one of these in the end. */
export const LONGEST = [
  'tests/console/story.test.ts',
  'tests/faults/failing-statements.test.ts',
  'tests/packages/upgrade.test.ts',
  'tests/console/marketing.test.ts',
  'tests/console/flows.test.ts',
  'tests/simulation/simulation.test.ts',
  'tests/pages/mailbox.test.ts',
  'tests/api/templates/versions.test.ts',
  'tests/packages/posthorn.test.ts',
  'tests/api/messages/search.test.ts',
  'tests/api/mcp/every-tool.test.ts',
  'tests/cli/bootstrap.test.ts',
];

/** Orders files as Vitest does, by the times of the run before, and begins with what takes longest where there was none. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isUnknown = (file: TestSpecification) => this.ctx.cache.getTestSpecificationResult(file) === undefined;
    const place = (file: TestSpecification) => LONGEST.findIndex((name) => file.moduleId.endsWith(`/${name}`));
    const first = sorted.filter((file) => isUnknown(file) && place(file) >= 0).sort((a, b) => place(a) - place(b));
    return [...first, ...sorted.filter((file) => !first.includes(file))];
  }
}
