/** The main module of a worker that is a process: its argument is the module that calls `serveTasks`. */
const [, , file] = process.argv;

// A terminal sends its signals to all: the process that started this one says when it ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());

if (file === undefined) throw new Error('Which module serves the tasks?');
await import(file);
