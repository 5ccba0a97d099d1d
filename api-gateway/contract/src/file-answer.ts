import * as z from '@mahlzeit/contract/zod';
import { FileBytes } from './values';

/** A file as its route answers it. */
export const FileAnswer = z.object({
  bytes: FileBytes,
  /** Name under which it is saved; null: it is shown where it is. */
  name: z.nullable(z.string()),
});
export type FileAnswer = z.infer<typeof FileAnswer>;
