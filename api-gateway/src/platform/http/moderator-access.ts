import { err, ok } from '@mahlzeit/contract';
import type { ModeratorCaller, ModeratorVerifier } from '../callers';
import type { ModerationToken } from '../config/moderation-config';
import type { RateLimiter } from '../ephemeral-store';
import { consumeAttempt } from '../rate-limit';
import { areSecretsEqual } from './equal-secrets';

/**
 * Returns the name by which logs and stored requests identify a moderator. It never equals a user's uid, or the name of
 * a partner or a team.
 */
export const moderatorCallerName = ({ name }: ModeratorCaller): string => `moderator/${name}`;

interface ModeratorAccessDeps {
  readonly moderationTokens: readonly ModerationToken[];
  /** Limits the number of wrong moderation tokens from one IP address. */
  readonly wrongTokenLimiter: RateLimiter;
}

/** Creates the function that verifies moderation tokens. */
export const createModeratorVerifier = ({
  moderationTokens,
  wrongTokenLimiter,
}: ModeratorAccessDeps): ModeratorVerifier => ({
  async verify(token, address) {
    // Compares all tokens, so that the duration doesn't reveal the position of a token.
    const [moderationToken] = moderationTokens.filter((candidate) => areSecretsEqual(token, candidate.token));
    if (moderationToken !== undefined) return ok({ name: moderationToken.name });
    const admission = await consumeAttempt(wrongTokenLimiter, address);
    return admission.ok ? err('unauthenticated') : admission;
  },
});
