import { LegalItem, meTopic, MealType } from '@mahlzeit/contract';
import { aMealType } from '@mahlzeit/contract/fixtures';
import { screen } from '@testing-library/react';
import { fakeShell, renderWithShell } from '../../testing';
import { createManualTimers } from '../../testing/time/manual-timers';
import { errorText } from '../errors/error-text';
import { setErrorReporter } from '../events/defects';
import { api } from '../store/api';
import { createStore } from '../store/create-store';
import { liveCollection } from './live-collection';

const { useLunchQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    lunch: build.query<MealType[], string>(liveCollection({
      topic: (topic: string) => topic, collection: 'lunch', schema: MealType, compare: (a, b) => a.order - b.order,
    })),
  }),
});

const Lunch = ({ topic = meTopic }: { readonly topic?: string }) => {
  const { data, error, isLoading } = useLunchQuery(topic);
  if (isLoading) return <p>lädt</p>;
  return <p>{error === undefined ? `hier: ${(data ?? []).map(({ name }) => name).join()}` : errorText(error)}</p>;
};

const soup = aMealType({ key: 'suppen', name: 'Suppen', order: 1 });

describe('an endpoint of a live collection', () => {
  it('loads until the first view, then shows the items in their order', async () => {
    renderWithShell(<Lunch />, { topics: { me: { lunch: [aMealType(), soup] } } });
    expect(screen.getByText('lädt')).toBeVisible();
    expect(await screen.findByText('hier: Suppen,Mittagstisch')).toBeVisible();
  });

  it('is empty where the collection is', async () => {
    renderWithShell(<Lunch />);
    expect(await screen.findByText('hier:')).toBeVisible();
  });

  it('follows each change', async () => {
    const { shell } = renderWithShell(<Lunch />);
    await screen.findByText('hier:');
    shell.change(meTopic, { kind: 'put', collection: 'lunch', key: soup.key, value: soup });
    expect(await screen.findByText('hier: Suppen')).toBeVisible();
    shell.change(meTopic, { kind: 'del', collection: 'lunch', key: soup.key });
    expect(await screen.findByText('hier:')).toBeVisible();
  });

  it('keeps what it has while the connection is lost, and catches up', async () => {
    const { shell } = renderWithShell(<Lunch />, { topics: { me: { lunch: [soup] } } });
    await screen.findByText('hier: Suppen');
    shell.setOffline(true);
    shell.change(meTopic, { kind: 'put', collection: 'lunch', key: 'mittagstisch', value: aMealType() });
    expect(screen.getByText('hier: Suppen')).toBeVisible();
    shell.setOffline(false);
    expect(await screen.findByText('hier: Suppen,Mittagstisch')).toBeVisible();
  });

  it('A06 shows nothing of a former user', async () => {
    const { shell } = renderWithShell(<Lunch />, { session: 'verified' });
    shell.change(meTopic, { kind: 'put', collection: 'lunch', key: soup.key, value: soup });
    await screen.findByText('hier: Suppen');
    shell.setSession('anonymous');
    expect(screen.queryByText(/Suppen/)).toBeNull();
    expect(await screen.findByText('hier:')).toBeVisible();
  });

  it('says so where the topic is not this user\'s', async () => {
    renderWithShell(<Lunch topic="restaurant/fremd" />);
    expect(await screen.findByText('Das gibt es hier nicht mehr.')).toBeVisible();
  });

  it('leaves an item out that breaks the contract, and reports it', async () => {
    const defects = jest.fn();
    setErrorReporter(defects);
    renderWithShell(<Lunch />, { topics: { me: { lunch: [{ key: 'x', name: 7 }, soup] } } });
    expect(await screen.findByText('hier: Suppen')).toBeVisible();
    expect(defects).toHaveBeenCalledTimes(1);
    expect(defects).toHaveBeenCalledWith('invalid_live_item', { collection: 'lunch' });
    setErrorReporter(null);
  });

  it('gives up after ten seconds without a connection', async () => {
    const timers = createManualTimers();
    const { apiClient, clock } = fakeShell();
    const silent = { status: () => 'offline' as const, onStatus: () => () => undefined, subscribe: () => () => undefined };
    const store = createStore({ apiClient, clock, timers, live: silent });
    const legal = api.injectEndpoints({ endpoints: (build) => ({ laws: build.query<LegalItem[], void>(liveCollection({ topic: () => 'global', collection: 'legal', schema: LegalItem })) }) });
    const asked = store.dispatch(legal.endpoints.laws.initiate());
    await Promise.resolve();
    timers.advance(10_000);
    expect(await asked).toMatchObject({ error: { code: 'offline' } });
    asked.unsubscribe();
  });
});
