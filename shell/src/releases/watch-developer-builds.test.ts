import type { TopicView } from '@mahlzeit/shared-ui/platform';
import { watchDeveloperBuilds } from './watch-developer-builds';

const viewOf = (version: string): TopicView => ({
  status: 'live',
  collections: new Map([['registry', new Map([['mf-social', { key: 'mf-social', version }]])]]),
});

const setUp = (version: string) => {
  const listeners = new Set<(view: TopicView) => void>();
  const subscribe = (_topic: string, listener: (view: TopicView) => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const reload = jest.fn();
  const stop = watchDeveloperBuilds({ live: { subscribe }, remotes: [{ name: 'mf-social', version }], reload });
  return { listeners, reload, stop, tell: (next: string) => listeners.forEach((listener) => listener(viewOf(next))) };
};

describe('builds of developers', () => {
  it('load the page anew when one replaced what the page runs', () => {
    const { reload, tell } = setUp('5.0.1+dev.a');
    tell('5.0.1+dev.a');
    expect(reload).not.toHaveBeenCalled();
    tell('5.0.1+dev.b');
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('leave a page with served releases alone', () => {
    const { listeners } = setUp('5.0.1+a');
    expect(listeners.size).toBe(0);
  });

  it('are watched no longer once that is called off', () => {
    const { listeners, stop } = setUp('5.0.1+dev.a');
    stop();
    expect(listeners.size).toBe(0);
  });
});
