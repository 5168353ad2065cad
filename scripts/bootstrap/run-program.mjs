import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program to its end and returns its exit code, as a shell would. Signals are passed on to it. `quiet`: its output goes to stderr,
 * since stdout is for the command's own output.
 */
export function runProgram([command, ...args], { env, cwd, quiet = false }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env, cwd, stdio: quiet ? ['ignore', 2, 2] : 'inherit' });
    const forward = (signal) => child.kill(signal);
    const end = (code) => {
      for (const signal of FORWARDED) process.off(signal, forward);
      resolve(code);
    };
    for (const signal of FORWARDED) process.on(signal, forward);
    child.on('error', (error) => {
      console.error(`posthorn: ${error.message}`);
      end(127);
    });
    child.on('exit', (code, signal) => end(code ?? 128 + constants.signals[signal]));
  });
}
