import type { TemplateSource } from './render/render-task.ts';

/** A template without its contents. */
export interface TemplateShell {
  readonly id: string;
  readonly alias: string;
  readonly name: string | null;
  readonly activeVersion: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A version without its bodies. */
export interface VersionSummary {
  readonly id: string;
  readonly version: number;
  /** As far as it would be a subject. */
  readonly subject: string | null;
  readonly createdAt: number;
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

const NUMBER = /^[1-9]\d{0,9}$/;

/** Returns the number in a path; undefined if no version can have it. */
export const readVersionNumber = (text: string): number | undefined =>
  NUMBER.test(text) && isVersionNumber(Number(text)) ? Number(text) : undefined;
