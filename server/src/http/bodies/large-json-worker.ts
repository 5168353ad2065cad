import { readSync } from 'node:fs';
import { createCollector } from '../../core/workers/collect-garbage.ts';
import { serveTasks } from '../../core/workers/serve-tasks.ts';
import type { ParseAnswer, ParseTask } from './large-json-parser.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });
const collect = createCollector();

/** Reads the whole text. Throws where the file is shorter, which ends this thread: the request is answered with `service_unavailable`. */
function readText({ descriptor, size }: ParseTask): Uint8Array {
  const text = new Uint8Array(size);
  for (let read = 0, bytes = 0; read < size; read += bytes) {
    bytes = readSync(descriptor, text, read, size - read, read);
    if (bytes === 0) throw new Error(`a file of ${size} bytes ends after ${read}`);
  }
  return text;
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
