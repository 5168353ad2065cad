import { serveTasks } from '../core/workers/serve-tasks.ts';
import type { ParseAnswer, ParseTask } from './large-json.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

function parse({ text }: ParseTask): ParseAnswer {
  try {
    return { value: JSON.parse(decoder.decode(text)) };
  } catch {
    return {};
  }
}

serveTasks((task: ParseTask) => [parse(task)]);
