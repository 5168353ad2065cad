import { contract, type Operation } from '@posthorn/contract';
import { describe, expect, it } from 'vitest';
import { isWrite } from './bearers.ts';

const all: readonly Operation[] = Object.values(contract).flatMap((table) => Object.values(table));
const isVerification = ({ path }: Operation) => path.endsWith('/verify');

describe('what the console asks for', () => {
  it('makes what it shows stale where the contract says that it changes something', () => {
    const written = all.filter(({ method, path }) => isWrite(method, path));
    const changing = all.filter((operation) => operation.method !== 'GET' && operation.reads !== true && !isVerification(operation));
    expect(written).toEqual(changing);
  });
});
