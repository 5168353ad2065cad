/** Whether a benchmark only verifies that it runs and that no mail is lost: `npm run bench -- --quick`. */
export const QUICK = process.argv.includes('--quick');

/** Returns the larger size, which the environment may override, or that of a quick run. */
export const sizeOf = (name: string, { whole, quick }: { readonly whole: number; readonly quick: number }): number =>
  QUICK ? quick : Number(process.env[name] ?? whole);
