import { serveTasks } from '../../core/concurrency/worker-thread.ts';
import { htmlToText } from './html-to-text.ts';

serveTasks((html: string) => [htmlToText(html)]);
