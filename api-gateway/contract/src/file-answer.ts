import * as z from '@mahlzeit/contract/zod';
import { FileBytes } from './values';

/** Response of a route that returns a file instead of JSON: the bytes and the file's name. */
export const FileAnswer = z.object({
  bytes: FileBytes,
  /** File name under which the browser saves the file; null makes the browser show the file instead of saving it. */
  name: z.nullable(z.string()),
});
export type FileAnswer = z.infer<typeof FileAnswer>;
