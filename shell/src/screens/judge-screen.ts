import type { ScreenAccess, ScreenDeclaration, SessionView } from '@mahlzeit/shared-ui/platform';

/** Whether a screen may be shown: `wait` until the session is known, `refused` shows nothing at all. */
export type AccessDecision = 'wait' | 'allowed' | 'refused';

type KnownSession = Extract<SessionView, { status: 'known' }>;

const mayEnter: Readonly<Record<ScreenAccess, (account: KnownSession['account']) => boolean>> = {
  anyone: () => true,
  notLoggedIn: ({ loggedIn }) => !loggedIn,
  loggedIn: ({ loggedIn }) => loggedIn,
  verified: ({ loggedIn, verified }) => loggedIn && verified,
};

/** Checks access first, then what the screen itself says of its parameters (DESIGN §2). */
export const checkAccess = (
  screen: Pick<ScreenDeclaration, 'access' | 'isValid'>,
  params: readonly string[],
  session: SessionView,
): AccessDecision => {
  if (session.status !== 'known') return 'wait';
  const isAllowed = mayEnter[screen.access](session.account) && (screen.isValid?.(params, session) ?? true);
  return isAllowed ? 'allowed' : 'refused';
};
