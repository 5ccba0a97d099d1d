import { createSemaphore } from '../../../platform';
import { createEmailChangeService } from '../credentials/email-change-service';
import { createPasswordProof } from '../credentials/password-proof';
import { createPasswordResetService } from '../credentials/password-reset-service';
import { createDeletionService } from '../deletion/deletion-service';
import { createIdTokens } from '../id-token';
import { createIdentitySecrets } from '../identity-secrets';
import { createLoginAttempts } from '../login-attempts';
import { createLoginService } from '../login-service';
import type { PasswordHasher } from '../password-hasher';
import { createRegistrationService } from '../registration-service';
import { cacheIdTokens } from '../remembered-id-tokens';
import { createSessionService } from '../session-service';
import { createTokenVerifier } from '../token-verifier';
import { createVerificationLimits } from '../verification/verification-limits';
import { MAX_WRONG_TRIES } from '../verification/verification-rules';
import { createVerificationService } from '../verification/verification-service';
import { createVisitorService } from '../visitor-service';
import { createFakeClock } from './fake-clock';
import { createFakeIdentityStore } from './fake-identity-store';
import { createFakeRateLimiter } from './fake-rate-limiter';

/** Identity's services over fakes: rows in memory, a clock that stands still, passwords that cost nothing. `whileChecking` happens while a password is checked. */
export const createFakeIdentity = ({ whileChecking = async () => {} }: { readonly whileChecking?: () => Promise<void> } = {}) => {
  const clock = createFakeClock();
  const publicUrl = 'https://mahlzeit.test';
  const store = createFakeIdentityStore();
  const secrets = createIdentitySecrets(store);
  const idTokens = createIdTokens({ secrets, clock });
  const semaphore = createSemaphore(2);
  const reused: string[] = [];
  const replaced: string[] = [];
  const rightsChangedFor: string[] = [];
  const checked: (string | null)[] = [];
  const sessions = createSessionService({ store, idTokens, secrets, clock, publicUrl, onReuse: ({ id }) => void reused.push(id) });
  const hasher: PasswordHasher = {
    hash: async (password) => `hash of ${password}`,
    async verify(password, passwordHash) {
      checked.push(passwordHash);
      await whileChecking();
      return passwordHash === `hash of ${password}`;
    },
  };
  const limiter = createFakeRateLimiter('anonymous-session', { points: 60, durationMs: 60_000 });
  const visitors = createVisitorService({ store, sessions, limiter, clock });
  const verification = createVerificationService({ store, secrets, limits: createVerificationLimits(createFakeRateLimiter), clock, maxWrongTries: MAX_WRONG_TRIES });
  const registrations = createRegistrationService({ store, sessions, hasher, semaphore, clock, live: { sessionReplaced: (uid) => void replaced.push(uid) }, verification, policyVersion: async () => 4 });
  const attempts = createLoginAttempts(createFakeRateLimiter, semaphore);
  const logins = createLoginService({ store, sessions, hasher, attempts, clock, live: { rightsChanged: (uid) => void rightsChangedFor.push(uid) } });
  const prove = createPasswordProof({ store, hasher, attempts });
  const resets = createPasswordResetService({ store, hasher, attempts, semaphore, clock, publicUrl, createRateLimiter: createFakeRateLimiter });
  const emailChanges = createEmailChangeService({ store, prove, verification, publicUrl, createRateLimiter: createFakeRateLimiter });
  const deletions = createDeletionService({ store, clock });
  const findUser = (uid: string) => store.read((rows) => rows.users.find(uid));
  const verifier = createTokenVerifier({ idTokens: cacheIdTokens(idTokens, clock), store, clock });
  return { clock, store, secrets, idTokens, sessions, visitors, registrations, logins, verification, prove, resets, emailChanges, deletions, findUser, verifier, reused, replaced, rightsChangedFor, checked };
};

/** The value of a result that a test takes for granted. */
export const valueOf = <T>(result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown }): T => {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.error)}`);
  return result.value;
};

/** The caller that a token stands for. */
export const callerOf = async (identity: ReturnType<typeof createFakeIdentity>, idToken: string) => {
  const verdict = await identity.verifier.verify(idToken);
  if (!verdict.ok) throw new Error(verdict.code);
  return verdict.session;
};
