import allocator from './allocator.json' with { type: 'json' };

/**
 * Starts the process anew, in its place and by its id, where glibc would keep large blocks once the first were freed, and have a heap
 * for each thread: after a large body it would stay as large as it was at its largest. What is set in the environment goes before.
 */
export function giveMemoryBack(): void {
  const isSet = Object.keys(allocator).some((name) => process.env[name] !== undefined);
  if (process.platform !== 'linux' || process.execve === undefined || isSet) return;
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, command, { ...process.env, ...allocator });
}
