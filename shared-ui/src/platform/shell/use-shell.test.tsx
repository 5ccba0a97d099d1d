import { restaurantTopic } from '@mahlzeit/contract';
import { fixtureNow } from '@mahlzeit/contract/fixtures';
import { render, screen } from '@testing-library/react';
import * as z from 'zod/mini';
import { fakeShell, renderWithShell } from '../../testing';
import { defineCollection } from '../collections/collection';
import { useCollection } from '../collections/use-collection';
import { useLiveStatus, useNow, useHoldReload, useRetryOnline, useScreenName, useSession, useShell } from './use-shell';

const AccountNameProbe = () => {
  const session = useSession();
  return <p>{session.status === 'known' ? (session.account.displayName ?? 'anonym') : session.status}</p>;
};

const ClockProbe = () => <p>{useNow() - fixtureNow}</p>;

const LiveStatusProbe = () => <p>{useLiveStatus()}</p>;

describe('shell state in components', () => {
  it('renders again when the session changes', () => {
    const { shell } = renderWithShell(<AccountNameProbe />);
    expect(screen.getByText('anonym')).toBeVisible();
    shell.setSession('verified');
    expect(screen.getByText('Frieda Petersen')).toBeVisible();
    shell.setSession('failed');
    expect(screen.getByText('failed')).toBeVisible();
  });

  it('renders again at each full minute, not between', () => {
    const { shell } = renderWithShell(<ClockProbe />);
    shell.advance(59_000);
    expect(screen.getByText('0')).toBeVisible();
    shell.advance(1_000);
    expect(screen.getByText('60000')).toBeVisible();
  });

  it('returns the status of the live connection', async () => {
    const { shell } = renderWithShell(<LiveStatusProbe />);
    expect(await screen.findByText('online')).toBeVisible();
    shell.setOffline(true);
    expect(screen.getByText('offline')).toBeVisible();
    shell.setOffline(false);
    expect(await screen.findByText('online')).toBeVisible();
  });

  it('names the missing provider in its error', () => {
    const ShellOutsideProviderProbe = () => <p>{useShell().deployment.version}</p>;
    expect(() => render(<ShellOutsideProviderProbe />)).toThrow('ShellProvider');
  });
});

describe('collections in components', () => {
  const dishCollection = defineCollection({
    topic: restaurantTopic,
    collection: 'meals',
    schema: z.object({ key: z.string() }),
  });
  const DishKeysProbe = ({ dishKey }: { readonly dishKey: string | null }) => {
    const { status, items } = useCollection(dishCollection, dishKey);
    return <p>{`${status} ${items.map(({ key }) => key).join()}`}</p>;
  };

  it('follows one of many, and another one after a change of the argument', async () => {
    const { rerender } = renderWithShell(<DishKeysProbe dishKey="a" />, {
      topics: { 'restaurant/a': { meals: [{ key: 'suppe' }] }, 'restaurant/b': { meals: [{ key: 'salat' }] } },
    });
    expect(await screen.findByText('live suppe')).toBeVisible();
    rerender(<DishKeysProbe dishKey="b" />);
    expect(await screen.findByText('live salat')).toBeVisible();
    rerender(<DishKeysProbe dishKey={null} />);
    expect(screen.getByText('loading')).toBeVisible();
  });
});

describe('retrying when the connection is back', () => {
  const RetryProbe = ({ retry, hasFailed }: { readonly retry: () => void; readonly hasFailed: boolean }) => {
    useRetryOnline(hasFailed, retry);
    return <LiveStatusProbe />;
  };

  it('retries once when the connection is back', async () => {
    const shell = fakeShell();
    shell.setOffline(true);
    const retry = jest.fn();
    renderWithShell(<RetryProbe hasFailed retry={retry} />, { shell });
    expect(retry).not.toHaveBeenCalled();
    shell.setOffline(false);
    await screen.findByText('online');
    expect(retry).toHaveBeenCalledTimes(1);
  });

  it("leaves a failure during a connection to the user's retry", async () => {
    const retry = jest.fn();
    const { rerender } = renderWithShell(<RetryProbe hasFailed={false} retry={retry} />);
    await screen.findByText('online');
    rerender(<RetryProbe hasFailed retry={retry} />);
    expect(retry).not.toHaveBeenCalled();
  });
});

describe('holding the reload', () => {
  const ReloadHoldProbe = ({ isUnderWay: isPaymentUnderWay }: { readonly isUnderWay: boolean }) => {
    useHoldReload(isPaymentUnderWay);
    return null;
  };

  it('T08 holds the reload as long as some work is running', () => {
    const { shell, rerender, unmount } = renderWithShell(<ReloadHoldProbe isUnderWay={false} />);
    expect(shell.recorded.reloadHolds).toBe(0);
    rerender(<ReloadHoldProbe isUnderWay />);
    expect(shell.recorded.reloadHolds).toBe(1);
    rerender(<ReloadHoldProbe isUnderWay={false} />);
    expect(shell.recorded.reloadHolds).toBe(0);
    rerender(<ReloadHoldProbe isUnderWay />);
    unmount();
    expect(shell.recorded.reloadHolds).toBe(0);
  });
});

describe('naming a screen', () => {
  const ScreenNameProbe = ({ name }: { readonly name: string | null }) => {
    useScreenName(name);
    return null;
  };

  it('names the screen once its name is known, and removes the name at unmount', () => {
    const { shell, rerender, unmount } = renderWithShell(<ScreenNameProbe name={null} />);
    expect(shell.recorded.screenNames).toEqual([]);
    rerender(<ScreenNameProbe name="Elbkantine" />);
    expect(shell.recorded.screenNames).toEqual(['Elbkantine']);
    rerender(<ScreenNameProbe name="Mensa" />);
    expect(shell.recorded.screenNames).toEqual(['Mensa']);
    unmount();
    expect(shell.recorded.screenNames).toEqual([]);
  });
});
