import { act } from '@testing-library/react';
import { createScenarioShell } from './scenario-shell';
import type { ScenarioShell, ScenarioShellOptions } from './scenario-shell';

/** A scenario's shell for tests: what changes from outside is drawn before the call answers. */
export interface FakeShell extends ScenarioShell {
  /** Lets time pass on the server's clock. */
  advance(ms: number): void;
  /** The answer that the next alert gets; null dismisses it. */
  answerNextAlert(id: string | null): void;
}

/** A shell for tests. Its session is known at once; live topics answer in the next turn. */
export const fakeShell = (options: ScenarioShellOptions = {}): FakeShell => {
  const alertAnswers: (string | null)[] = [];
  const shell = createScenarioShell(options, { alert: () => Promise.resolve(alertAnswers.shift() ?? null) });
  const drawn = <Args extends readonly unknown[]>(change: (...args: Args) => void) => (...args: Args): void => {
    // What act answers looks like a promise and must not get out.
    act(() => {
      change(...args);
    });
  };
  return Object.assign(shell, {
    setSession: drawn(shell.setSession),
    setNow: drawn(shell.setNow),
    change: drawn(shell.change),
    setOffline: drawn(shell.setOffline),
    advance: drawn((ms: number) => shell.setNow(shell.clock.now() + ms)),
    answerNextAlert: (id: string | null) => void alertAnswers.push(id),
  });
};
