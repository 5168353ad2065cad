// For HEALTHCHECK: exits with 0 if the server or the worker of this container reports that it is healthy.
const { PORT = '3000', WORKER_PORT = '3001' } = process.env;
const ask = async (port) => (await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(4000) })).ok;
const answers = await Promise.allSettled([PORT, WORKER_PORT].map(ask));
process.exit(answers.some(({ value }) => value === true) ? 0 : 1);
