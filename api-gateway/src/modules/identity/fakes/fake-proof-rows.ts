import type { AvatarRepository } from '../avatar/avatar-repository';
import type { PasswordResetRepository, StoredReset } from '../credentials/password-reset-repository';
import type { StoredCode, VerificationRepository } from '../verification/verification-repository';

const removeWhere = <T>(map: Map<string, T>, isGone: (value: T) => boolean): void => {
  for (const [key, value] of [...map]) if (isGone(value)) map.delete(key);
};

/** Verification codes in memory. */
export const fakeCodes = (): VerificationRepository => {
  const codes = new Map<string, StoredCode>();
  return {
    find: async (uid) => codes.get(uid) ?? null,
    put: async (code) => void codes.set(code.uid, code),
    async countWrong(uid) {
      const code = codes.get(uid);
      if (code !== undefined) codes.set(uid, { ...code, wrongTries: code.wrongTries + 1 });
    },
    removeExpired: async (now) => removeWhere(codes, ({ expiresAt }) => expiresAt <= now),
  };
};

/** Reset links in memory. */
export const fakeResets = (): PasswordResetRepository => {
  const resets = new Map<string, StoredReset>();
  return {
    find: async (tokenHash) => resets.get(tokenHash) ?? null,
    insert: async (reset) => void resets.set(reset.tokenHash, reset),
    removeAllOf: async (uid) => removeWhere(resets, (reset) => reset.uid === uid),
    removeExpired: async (now) => removeWhere(resets, ({ expiresAt }) => expiresAt <= now),
  };
};

/** Pictures in memory. */
export const fakeAvatars = (): AvatarRepository => {
  const avatars = new Map<string, Parameters<AvatarRepository['put']>[0]>();
  return {
    find: async (key) => [...avatars.values()].find((avatar) => avatar.key === key)?.picture ?? null,
    findOf: async (uid) => avatars.get(uid)?.picture ?? null,
    put: async (avatar) => void avatars.set(avatar.uid, avatar),
    removeOf: async (uid) => void avatars.delete(uid),
  };
};
