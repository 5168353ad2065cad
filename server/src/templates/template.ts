import type { TemplateSource } from './render-task.ts';

/** A template without its contents. */
export interface TemplateShell {
  readonly id: string;
  readonly alias: string;
  readonly name: string | null;
  readonly activeVersion: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** One of a template's contents; it never changes. */
export interface StoredVersion extends TemplateSource {
  readonly id: string;
  readonly version: number;
  readonly createdAt: number;
}

const MOST_VERSIONS = 2_147_483_647;

/** Whether a version may have this number. */
export const isVersionNumber = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= MOST_VERSIONS;
