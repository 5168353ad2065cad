import { createCollector } from '../core/workers/collect-garbage.ts';
import { serveTasks } from '../core/workers/serve-tasks.ts';
import type { ParseAnswer, ParseTask } from './large-json.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });
const collect = createCollector();

function parse({ text }: ParseTask): ParseAnswer {
  try {
    return { value: JSON.parse(decoder.decode(text)) };
  } catch {
    return {};
  } finally {
    collect(text.length);
  }
}

serveTasks((task: ParseTask) => [parse(task)]);
