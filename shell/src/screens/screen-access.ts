import type { ScreenAccess, ScreenDeclaration, SessionView, ShellApi } from '@mahlzeit/shared-ui/platform';
import { browserTimers, uidOf } from '@mahlzeit/shared-ui/platform';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { OVERALL_MS } from '../remotes/loadable';
import type { MissingStep } from '../router/history-mark';

/**
 * Access of a user to a screen. `wait`: the session isn't known yet; `refused`: nothing is shown; `login` or
 * `verification`: the missing requirement.
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

/** Returns the access of the session's user to a screen (Design §2). */
export const checkEntry = (access: ScreenAccess, session: SessionView): Entry =>
  session.status === 'known' ? entryFor[access](session.account) : 'wait';

type ValidatedScreen = Pick<ScreenDeclaration, 'access' | 'isValid'>;

interface Question {
  readonly attempt: number;
  /** Screen to check; undefined while its declaration is loading. */
  readonly screen: ValidatedScreen | undefined;
  readonly params: readonly string[];
  readonly session: SessionView;
  readonly shell: ShellApi;
}

/**
 * Returns the screen's own validation of its parameters; null while the screen is loading, or when the user has no
 * access to it. An exception of the screen becomes a rejection.
 */
const askScreen = ({ screen, params, session, shell }: Question): boolean | Promise<boolean> | null => {
  if (screen === undefined || checkEntry(screen.access, session) !== 'allowed') return null;
  try {
    return screen.isValid?.(params, session, shell) ?? true;
  } catch (error) {
    return Promise.reject(error);
  }
};

/** Access of a user to a screen with these parameters; `failed` when the screen couldn't validate its parameters. */
export type AccessDecision = Entry | 'failed';

/** Decision with its subject: the decision is valid until the subject changes. */
interface SubjectDecision {
  readonly subject: string;
  readonly decision: AccessDecision;
}

/** Returns the subject of a decision. A decision is valid for the same attempt, parameters and user. */
const subjectOf = ({ attempt, params, session }: Question): string => JSON.stringify([attempt, params, uidOf(session)]);

/**
 * Returns the result of the screen's validation; `wait` until there is one. A validation that takes too long counts as
 * failed until its promise resolves.
 */
const useDecision = (answer: boolean | Promise<boolean> | null, subject: string): AccessDecision => {
  const [storedDecision, setStored] = useState<SubjectDecision | null>(null);
  useEffect(() => {
    if (typeof answer !== 'object' || answer === null) return undefined;
    let isGone = false;
    const settleAccess = (decision: AccessDecision): void => {
      stopWaiting();
      // A visible screen that is validated again stays visible when the connection fails.
      const isUnchanged = (previous: SubjectDecision | null): boolean =>
        decision === 'failed' && previous?.subject === subject && previous.decision === 'allowed';
      if (!isGone) setStored((previous) => (isUnchanged(previous) ? previous : { subject, decision }));
    };
    const stopWaiting = browserTimers.after(OVERALL_MS, () => settleAccess('failed'));
    answer.then(
      (isValid) => settleAccess(isValid ? 'allowed' : 'refused'),
      () => settleAccess('failed'),
    );
    return () => {
      isGone = true;
      stopWaiting();
    };
  }, [answer, subject]);
  if (typeof answer === 'boolean') return answer ? 'allowed' : 'refused';
  return storedDecision?.subject === subject ? storedDecision.decision : 'wait';
};

/**
 * Returns whether the user may see a screen. Checks the access first; then the screen validates its parameters, which
 * may take a while (Design §2). A change of the parameters starts a new validation.
 */
export const useAccessDecision = ({
  screen,
  params,
  session,
  shell,
}: Omit<Question, 'attempt'>): { readonly decision: AccessDecision; retry(): void } => {
  const [attempt, setAttempt] = useState(0);
  // `attempt` is a dependency, so that a retry runs the validation again.
  const question = useMemo(
    () => ({ attempt, screen, params, session, shell }),
    [attempt, screen, params, session, shell],
  );
  const answer = useMemo(() => askScreen(question), [question]);
  const access = useDecision(answer, subjectOf(question));
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  const entry = screen === undefined ? 'wait' : checkEntry(screen.access, session);
  return { decision: entry === 'allowed' ? access : entry, retry };
};
