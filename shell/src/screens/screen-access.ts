import type { ScreenAccess, ScreenDeclaration, SessionView, ShellApi } from '@mahlzeit/shared-ui/platform';
import { browserTimers, uidOf } from '@mahlzeit/shared-ui/platform';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { OVERALL_MS } from '../remotes/loadable';
import type { MissingStep } from '../router/history-mark';

/**
 * Whether somebody may enter: `wait` until the session is known, `refused` shows nothing at all; else the step that
 * they lack.
 */
type Entry = 'wait' | 'allowed' | 'refused' | MissingStep;

type Visitor = Pick<Extract<SessionView, { status: 'known' }>['account'], 'loggedIn' | 'verified'>;

const enterAsMember = ({ loggedIn }: Visitor): Entry => (loggedIn ? 'allowed' : 'login');

const entryFor: Readonly<Record<ScreenAccess, (visitor: Visitor) => Entry>> = {
  anyone: () => 'allowed',
  notLoggedIn: ({ loggedIn }) => (loggedIn ? 'refused' : 'allowed'),
  loggedIn: enterAsMember,
  verified: (visitor) => (visitor.loggedIn && !visitor.verified ? 'verification' : enterAsMember(visitor)),
};

/** Who may enter a screen (DESIGN §2). */
export const checkEntry = (access: ScreenAccess, session: SessionView): Entry =>
  session.status === 'known' ? entryFor[access](session.account) : 'wait';

type AskedScreen = Pick<ScreenDeclaration, 'access' | 'isValid'>;

interface Question {
  readonly attempt: number;
  /** Undefined while the screen's declaration is on its way. */
  readonly screen: AskedScreen | undefined;
  readonly params: readonly string[];
  readonly session: SessionView;
  readonly shell: ShellApi;
}

/**
 * What the screen itself says of its parameters; null while it isn't asked. A screen that throws breaks nothing but
 * itself.
 */
const askScreen = ({ screen, params, session, shell }: Question): boolean | Promise<boolean> | null => {
  if (screen === undefined || checkEntry(screen.access, session) !== 'allowed') return null;
  try {
    return screen.isValid?.(params, session, shell) ?? true;
  } catch (error) {
    return Promise.reject(error);
  }
};

/** Whether a screen may be shown; `failed` where the screen itself can't say. */
export type AccessDecision = Entry | 'failed';

/** What was found out, and of what: it holds until something else is asked. */
interface Finding {
  readonly subject: string;
  readonly decision: AccessDecision;
}

/** One answer holds for the same parameters and user. */
const subjectOf = ({ attempt, params, session }: Question): string => JSON.stringify([attempt, params, uidOf(session)]);

/**
 * What the screen has answered so far; `wait` while it hasn't. A promise that takes too long has failed until it
 * answers after all.
 */
const useFinding = (answer: boolean | Promise<boolean> | null, subject: string): AccessDecision => {
  const [finding, setFinding] = useState<Finding | null>(null);
  useEffect(() => {
    if (typeof answer !== 'object' || answer === null) return undefined;
    let isGone = false;
    const find = (decision: AccessDecision): void => {
      stopWaiting();
      // Asked again meanwhile, a screen that shows stays as it is for a connection that breaks.
      const stays = (known: Finding | null): boolean =>
        decision === 'failed' && known?.subject === subject && known.decision === 'allowed';
      if (!isGone) setFinding((known) => (stays(known) ? known : { subject, decision }));
    };
    const stopWaiting = browserTimers.after(OVERALL_MS, () => find('failed'));
    answer.then(
      (isValid) => find(isValid ? 'allowed' : 'refused'),
      () => find('failed'),
    );
    return () => {
      isGone = true;
      stopWaiting();
    };
  }, [answer, subject]);
  if (typeof answer === 'boolean') return answer ? 'allowed' : 'refused';
  return finding?.subject === subject ? finding.decision : 'wait';
};

/**
 * Checks the access first, then asks the screen about its parameters, whose answer may take a while (DESIGN §2). An
 * address that changes meanwhile asks anew.
 */
export const useAccessDecision = ({
  screen,
  params,
  session,
  shell,
}: Omit<Question, 'attempt'>): { readonly decision: AccessDecision; retry(): void } => {
  const [attempt, setAttempt] = useState(0);
  // Each attempt asks the screen again.
  const question = useMemo(
    () => ({ attempt, screen, params, session, shell }),
    [attempt, screen, params, session, shell],
  );
  const answer = useMemo(() => askScreen(question), [question]);
  const found = useFinding(answer, subjectOf(question));
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  const entry = screen === undefined ? 'wait' : checkEntry(screen.access, session);
  return { decision: entry === 'allowed' ? found : entry, retry };
};
