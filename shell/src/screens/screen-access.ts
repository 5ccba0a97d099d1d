import type { AccessResult, ScreenDeclaration, SessionView, ShellApi } from '@mahlzeit/shared-ui/platform';
import { browserTimers, checkAccess, uidOf } from '@mahlzeit/shared-ui/platform';
import { useCallback, useEffect, useMemo, useState } from 'react';

type ValidatedScreen = Pick<ScreenDeclaration, 'access' | 'isValid'>;

interface ValidationRequest {
  readonly attempt: number;
  /** Screen to check; undefined while its declaration is loading. */
  readonly screen: ValidatedScreen | undefined;
  readonly params: readonly string[];
  readonly session: SessionView;
  readonly shell: ShellApi;
}

/**
 * Returns the result of the screen's own validation of its parameters; null while the screen is loading, or if the user
 * has no access to it. An exception of the screen becomes a rejection.
 */
const validateScreen = ({ screen, params, session, shell }: ValidationRequest): boolean | Promise<boolean> | null => {
  if (screen === undefined || checkAccess(screen.access, session) !== 'allowed') return null;
  try {
    return screen.isValid?.(params, session, shell) ?? true;
  } catch (error) {
    return Promise.reject(error);
  }
};

/**
 * Result of checking whether a user has access to a screen with these parameters; `failed` if the screen couldn't
 * validate its parameters.
 */
export type AccessDecision = AccessResult | 'failed';

/** Result of an access check, with the key of the request to which it belongs. It is valid until the key changes. */
interface StoredDecision {
  readonly requestKey: string;
  readonly decision: AccessDecision;
}

/** Returns a text that identifies an access check: the result is valid for the same attempt, parameters and user. */
const requestKeyOf = ({ attempt, params, session }: ValidationRequest): string =>
  JSON.stringify([attempt, params, uidOf(session)]);

/**
 * Longest time in ms that a screen may take to validate its parameters. Scripts that the validation loads have shorter
 * limits of their own, which start again with each of their bytes.
 */
const MAX_VALIDATION_MS = 30_000;

/**
 * Returns the result of the screen's validation; `wait` until there is one. A validation that takes too long counts as
 * failed until its promise resolves.
 */
const useDecision = (screenValidity: boolean | Promise<boolean> | null, requestKey: string): AccessDecision => {
  const [storedDecision, setStoredDecision] = useState<StoredDecision | null>(null);
  useEffect(() => {
    if (typeof screenValidity !== 'object' || screenValidity === null) return undefined;
    let isEffectDisposed = false;
    const settleAccess = (decision: AccessDecision): void => {
      stopWaiting();
      // A visible screen whose parameters are validated again stays visible if the connection fails.
      const isDecisionUnchanged = (previousDecision: StoredDecision | null): boolean =>
        decision === 'failed' && previousDecision?.requestKey === requestKey && previousDecision.decision === 'allowed';
      if (!isEffectDisposed)
        setStoredDecision((previousDecision) =>
          isDecisionUnchanged(previousDecision) ? previousDecision : { requestKey, decision },
        );
    };
    const stopWaiting = browserTimers.after(MAX_VALIDATION_MS, () => settleAccess('failed'));
    screenValidity.then(
      (isValid) => settleAccess(isValid ? 'allowed' : 'refused'),
      () => settleAccess('failed'),
    );
    return () => {
      isEffectDisposed = true;
      stopWaiting();
    };
  }, [screenValidity, requestKey]);
  if (typeof screenValidity === 'boolean') return screenValidity ? 'allowed' : 'refused';
  return storedDecision?.requestKey === requestKey ? storedDecision.decision : 'wait';
};

/**
 * Returns whether the user has access to a screen. The kind of user is checked first; then the screen validates its
 * parameters, which may take a while (Design §2). A change of the parameters starts a new validation.
 */
export const useAccessDecision = ({
  screen,
  params,
  session,
  shell,
}: Omit<ValidationRequest, 'attempt'>): { readonly decision: AccessDecision; retry(): void } => {
  const [attempt, setAttempt] = useState(0);
  // `attempt` is a dependency, so that a retry runs the validation again.
  const validationRequest = useMemo(
    () => ({ attempt, screen, params, session, shell }),
    [attempt, screen, params, session, shell],
  );
  const screenValidity = useMemo(() => validateScreen(validationRequest), [validationRequest]);
  const access = useDecision(screenValidity, requestKeyOf(validationRequest));
  const retry = useCallback(() => setAttempt((previousCount) => previousCount + 1), []);
  const accessResult = screen === undefined ? 'wait' : checkAccess(screen.access, session);
  return { decision: accessResult === 'allowed' ? access : accessResult, retry };
};
