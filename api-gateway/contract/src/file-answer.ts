import * as z from '@mahlzeit/contract/zod';
import { FileBytes } from './values';

/** A file that a route answers. */
export const FileAnswer = z.object({
  bytes: FileBytes,
  /** Name under which the browser saves the file; null shows it in the page. */
  name: z.nullable(z.string()),
});
export type FileAnswer = z.infer<typeof FileAnswer>;
