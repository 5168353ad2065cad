import allocator from './allocator.json' with { type: 'json' };

/**
 * Starts the program again within the same process, with settings of glibc under which it gives memory back. Without them glibc keeps
 * large blocks that were freed and a heap for each thread, and the process stays as large as its largest body made it. Does nothing
 * where the environment has such a setting already.
 */
export function giveMemoryBack(): void {
  const isSet = Object.keys(allocator).some((name) => process.env[name] !== undefined);
  if (process.platform !== 'linux' || process.execve === undefined || isSet) return;
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, command, { ...process.env, ...allocator });
}
