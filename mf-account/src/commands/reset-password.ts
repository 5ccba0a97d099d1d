import type { CommandHandler } from '@mahlzeit/shared-ui/platform';

/** Token of a mailed link. Held only in the memory of this page, never in the address or a storage. */
interface ResetToken {
  set(token: string): void;
  /** Returns null before a link was opened and after a reload. */
  get(): string | null;
  /** Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Drops a token that was used or refused. */
  forget(): void;
}

const createResetToken = (): ResetToken => {
  const listeners = new Set<() => void>();
  let held: string | null = null;
  const hold = (token: string | null): void => {
    held = token;
    for (const listener of [...listeners]) listener();
  };
  return {
    set: hold,
    get: () => held,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    forget: () => hold(null),
  };
};

/** The token of this page. */
export const resetToken = createResetToken();

/** Takes the token of a mailed link and opens the screen that sets the new password. */
const resetPassword: CommandHandler<'account/resetPassword'> = ({ token }, { navigation }) => {
  resetToken.set(token);
  navigation.open('login', 'reset');
  return Promise.resolve({});
};

export default resetPassword;
