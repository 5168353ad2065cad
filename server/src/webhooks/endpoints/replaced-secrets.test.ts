import { expect, it } from 'vitest';
import type { SecretBox } from '../../core/crypto/secret-box.ts';
import { openSigning, sealEarlier } from './replaced-secrets.ts';

/** Seals nothing, and opens nothing that another key has sealed. */
const box = {
  seal: (text: string) => text,
  open(text: string) {
    if (text.startsWith('foreign')) throw new Error('No key opens this.');
    return text;
  },
} as SecretBox;

it('opens no secret that is over, which may be sealed with a key that is gone', () => {
  const over = { previousSecret: 'foreign', previousUntil: 100, earlierSecrets: 'foreign' };
  expect(openSigning(box, over, 100)).toEqual([]);
  expect(() => openSigning(box, over, 99)).toThrow('No key opens this.');
});

it('leaves out those that end before the last one', () => {
  const earlierSecrets = JSON.stringify([
    { secret: 'second', until: 60 },
    { secret: 'first', until: 50 },
  ]);
  const signing = openSigning(box, { previousSecret: 'third', previousUntil: 100, earlierSecrets }, 50);
  expect(signing.map(({ secret }) => secret)).toEqual(['third', 'second']);
});

it('keeps ten at most beside the one in force, the newest', () => {
  let earlierSecrets: string | null = null;
  for (let nth = 0; nth < 15; nth += 1)
    earlierSecrets = sealEarlier(box, { previousSecret: `${nth}`, previousUntil: 1000 + nth, earlierSecrets }, nth);
  const signing = openSigning(box, { previousSecret: '15', previousUntil: 1015, earlierSecrets }, 15);
  expect(signing.map(({ secret }) => secret)).toEqual(['15', '14', '13', '12', '11', '10', '9', '8', '7', '6']);
});
