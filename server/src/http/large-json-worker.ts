import { readSync } from 'node:fs';
import { createCollector } from '../core/workers/collect-garbage.ts';
import { serveTasks } from '../core/workers/serve-tasks.ts';
import type { ParseAnswer, ParseTask } from './large-json.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });
const collect = createCollector();

function readText({ descriptor, size }: ParseTask): Uint8Array {
  const text = new Uint8Array(size);
  let read = 0;
  for (let bytes = -1; bytes !== 0 && read < size; read += bytes) bytes = readSync(descriptor, text, read, size - read, read);
  return text.subarray(0, read);
}

function parse(task: ParseTask): ParseAnswer {
  const text = readText(task);
  try {
    return { value: JSON.parse(decoder.decode(text)) };
  } catch {
    return {};
  } finally {
    collect(task.size);
  }
}

serveTasks((task: ParseTask) => [parse(task)]);
