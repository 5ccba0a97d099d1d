import { Key } from '@mahlzeit/contract';
import * as z from 'zod/mini';

const Keys = z.array(Key);

/** A JSON column of keys: text on SQLite, parsed already on PostgreSQL. */
export const parseKeys = (column: unknown): string[] => Keys.parse(typeof column === 'string' ? JSON.parse(column) : column);
