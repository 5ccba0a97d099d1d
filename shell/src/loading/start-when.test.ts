import { fakeShell } from '@mahlzeit/shared-ui/testing';
import { waitTurns } from '../fake-browser';
import { startWhen } from './start-when';

describe('what is started once somebody needs it', () => {
  const startAction = async (session: 'anonymous' | 'verified', failureCount = 0) => {
    const shell = fakeShell({ session });
    const actionCalls: string[] = [];
    let failuresLeft = failureCount;
    const startOnce = () => {
      actionCalls.push('start');
      failuresLeft -= 1;
      return failuresLeft >= 0
        ? Promise.reject(new Error('503'))
        : Promise.resolve(() => void actionCalls.push('stop'));
    };
    const stopAction = startWhen({ session: shell.session, isNeededFor: ({ loggedIn }) => loggedIn, start: startOnce });
    await waitTurns();
    return { shell, done: actionCalls, stop: stopAction };
  };

  it("loads nothing for users who don't need it, and starts once for the first who does", async () => {
    const { shell, done } = await startAction('anonymous');
    expect(done).toEqual([]);
    shell.setSession('verified');
    shell.setSession('anonymous');
    shell.setSession('verified');
    await waitTurns();
    expect(done).toEqual(['start']);
  });

  it('tries again after a failed load', async () => {
    const { shell, done } = await startAction('verified', 1);
    shell.setSession('unverified');
    await waitTurns();
    expect(done).toEqual(['start', 'start']);
  });

  it('stops the started part', async () => {
    const { done, stop } = await startAction('verified');
    stop();
    await waitTurns();
    expect(done).toEqual(['start', 'stop']);
  });
});
