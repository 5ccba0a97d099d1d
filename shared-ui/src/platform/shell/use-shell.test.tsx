import { restaurantTopic } from '@mahlzeit/contract';
import { fixtureNow } from '@mahlzeit/contract/fixtures';
import { render, screen } from '@testing-library/react';
import * as z from 'zod/mini';
import { fakeShell, renderWithShell } from '../../testing';
import { defineCollection } from '../collections/collection';
import { useCollection } from '../collections/use-collection';
import {
  useLiveStatus,
  useNow,
  useReloadHold,
  useRetryWhenBack,
  useScreenName,
  useSession,
  useShell,
} from './use-shell';

const Who = () => {
  const session = useSession();
  return <p>{session.status === 'known' ? (session.account.displayName ?? 'anonym') : session.status}</p>;
};

const Clock = () => <p>{useNow() - fixtureNow}</p>;

const Wire = () => <p>{useLiveStatus()}</p>;

describe('shell state in components', () => {
  it('draws anew when the session changes', () => {
    const { shell } = renderWithShell(<Who />);
    expect(screen.getByText('anonym')).toBeVisible();
    shell.setSession('verified');
    expect(screen.getByText('Frieda Petersen')).toBeVisible();
    shell.setSession('failed');
    expect(screen.getByText('failed')).toBeVisible();
  });

  it('draws anew at each full minute, not between', () => {
    const { shell } = renderWithShell(<Clock />);
    shell.advance(59_000);
    expect(screen.getByText('0')).toBeVisible();
    shell.advance(1_000);
    expect(screen.getByText('60000')).toBeVisible();
  });

  it('tells whether live data flow', async () => {
    const { shell } = renderWithShell(<Wire />);
    expect(await screen.findByText('online')).toBeVisible();
    shell.setOffline(true);
    expect(screen.getByText('offline')).toBeVisible();
    shell.setOffline(false);
    expect(await screen.findByText('online')).toBeVisible();
  });

  it('says which root forgot its provider', () => {
    const Lost = () => <p>{useShell().deployment.version}</p>;
    expect(() => render(<Lost />)).toThrow('ShellProvider');
  });
});

describe('collections in components', () => {
  const dishes = defineCollection({
    topic: restaurantTopic,
    collection: 'meals',
    schema: z.object({ key: z.string() }),
  });
  const Names = ({ of }: { readonly of: string | null }) => {
    const { status, items } = useCollection(dishes, of);
    return <p>{`${status} ${items.map(({ key }) => key).join()}`}</p>;
  };

  it('follows one of many, and another one when told so', async () => {
    const { rerender } = renderWithShell(<Names of="a" />, {
      topics: { 'restaurant/a': { meals: [{ key: 'suppe' }] }, 'restaurant/b': { meals: [{ key: 'salat' }] } },
    });
    expect(await screen.findByText('live suppe')).toBeVisible();
    rerender(<Names of="b" />);
    expect(await screen.findByText('live salat')).toBeVisible();
    rerender(<Names of={null} />);
    expect(screen.getByText('loading')).toBeVisible();
  });
});

describe('retrying when the connection is back', () => {
  const Failed = ({ retry, hasFailed }: { readonly retry: () => void; readonly hasFailed: boolean }) => {
    useRetryWhenBack(hasFailed, retry);
    return <Wire />;
  };

  it('asks again once when the connection comes back', async () => {
    const shell = fakeShell();
    shell.setOffline(true);
    const retry = jest.fn();
    renderWithShell(<Failed hasFailed retry={retry} />, { shell });
    expect(retry).not.toHaveBeenCalled();
    shell.setOffline(false);
    await screen.findByText('online');
    expect(retry).toHaveBeenCalledTimes(1);
  });

  it('leaves what failed while connected to the person', async () => {
    const retry = jest.fn();
    const { rerender } = renderWithShell(<Failed hasFailed={false} retry={retry} />);
    await screen.findByText('online');
    rerender(<Failed hasFailed retry={retry} />);
    expect(retry).not.toHaveBeenCalled();
  });
});

describe('holding the reload', () => {
  const Payment = ({ isUnderWay }: { readonly isUnderWay: boolean }) => {
    useReloadHold(isUnderWay);
    return null;
  };

  it('T08 holds the reload as long as something is under way', () => {
    const { shell, rerender, unmount } = renderWithShell(<Payment isUnderWay={false} />);
    expect(shell.recorded.reloadHolds).toBe(0);
    rerender(<Payment isUnderWay />);
    expect(shell.recorded.reloadHolds).toBe(1);
    rerender(<Payment isUnderWay={false} />);
    expect(shell.recorded.reloadHolds).toBe(0);
    rerender(<Payment isUnderWay />);
    unmount();
    expect(shell.recorded.reloadHolds).toBe(0);
  });
});

describe('naming a screen', () => {
  const Page = ({ name }: { readonly name: string | null }) => {
    useScreenName(name);
    return null;
  };

  it('names the screen once its name is known, and takes the name back when it goes', () => {
    const { shell, rerender, unmount } = renderWithShell(<Page name={null} />);
    expect(shell.recorded.screenNames).toEqual([]);
    rerender(<Page name="Elbkantine" />);
    expect(shell.recorded.screenNames).toEqual(['Elbkantine']);
    rerender(<Page name="Mensa" />);
    expect(shell.recorded.screenNames).toEqual(['Mensa']);
    unmount();
    expect(shell.recorded.screenNames).toEqual([]);
  });
});
