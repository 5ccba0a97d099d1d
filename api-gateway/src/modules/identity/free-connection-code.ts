import { newConnectionCode } from './connection-code';
import type { IdentityRows } from './identity-store';

/** A connection code that nobody has yet. */
export const freeConnectionCode = async (rows: IdentityRows): Promise<string> => {
  for (;;) {
    const code = newConnectionCode();
    if (!(await rows.users.isConnectionCodeTaken(code))) return code;
  }
};
