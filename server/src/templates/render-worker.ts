import { parentPort } from 'node:worker_threads';
import { type FromWorker, READY, type RenderJob } from './render-task.ts';
import { createRenderer } from './renderer.ts';

const render = createRenderer();
const post = (message: FromWorker) => parentPort?.postMessage(message);

// One message for each outcome, so that those of a job that is ended half way are not lost.
parentPort?.on('message', (job: RenderJob) => {
  for (const outcome of render(job)) post(outcome);
});
post(READY);
