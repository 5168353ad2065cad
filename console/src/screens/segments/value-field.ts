import { inputClasses } from '../../ui/forms/field.tsx';
import type { Condition } from './conditions.ts';

export interface ValueProps {
  readonly condition: Condition;
  change(condition: Condition): void;
}

export const inputStyle = `${inputClasses} h-control w-44!`;
export const selectStyle = `${inputClasses} select h-control w-auto!`;

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const numberOf = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text));
