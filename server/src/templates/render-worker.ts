import { serveTasks } from '../core/worker-thread.ts';
import { createRenderer } from './renderer.ts';

serveTasks(createRenderer());
