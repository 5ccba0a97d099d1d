import { createHash } from 'node:crypto';
import { ALL_USES, ringKeyOf, type KeyRing } from '../secrets/key-ring';
import { createSecrets, type LiveSecrets } from '../secrets/secrets';

const bytesOf = (name: string): string => createHash('sha256').update(name).digest('base64url');

/** Key ring of tests without a gateway. It is always the same, so that two processes of a test share it. */
const TEST_RING: KeyRing = {
  root: bytesOf('root'),
  keys: ALL_USES.map((use) => ringKeyOf(use, bytesOf(use), 0)),
};

/** Creates secrets in memory, for tests without a gateway. */
export const createTestSecrets = (realNow: () => number): LiveSecrets => createSecrets(TEST_RING, realNow);
