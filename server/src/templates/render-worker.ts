import { serveTasks } from '../core/concurrency/worker-thread.ts';
import { createRenderer } from './renderer.ts';

serveTasks(createRenderer());
