import * as z from '@mahlzeit/contract/zod';
import { FileBytes } from './values';

/** A file as the response of a route. */
export const FileAnswer = z.object({
  bytes: FileBytes,
  /** Name under which the browser saves the file; null makes the browser show the file instead of saving it. */
  name: z.nullable(z.string()),
});
export type FileAnswer = z.infer<typeof FileAnswer>;
