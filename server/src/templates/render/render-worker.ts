import { serveTasks } from '../../core/workers/serve-tasks.ts';
import { createRenderer } from './renderer.ts';

serveTasks(createRenderer());
