import { serveTasks } from '../../core/workers/serve-tasks.ts';
import { htmlToText } from './html-to-text.ts';

serveTasks((html: string) => [htmlToText(html)]);
