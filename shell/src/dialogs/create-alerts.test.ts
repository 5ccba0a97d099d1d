import { createAlerts } from './create-alerts';

const request = (title: string) => ({ title, text: '', actions: [{ id: 'yes', label: 'Ja', tone: 'primary' as const }] });

it('shows one alert at a time in the order they were asked', async () => {
  const alerts = createAlerts();
  const first = alerts.ask(request('Eins'));
  const second = alerts.ask(request('Zwei'));
  expect(alerts.get()?.request.title).toBe('Eins');
  alerts.answer(alerts.get()?.id ?? -1, 'yes');
  await expect(first).resolves.toBe('yes');
  expect(alerts.get()?.request.title).toBe('Zwei');
  alerts.answer(alerts.get()?.id ?? -1, null);
  await expect(second).resolves.toBeNull();
  expect(alerts.get()).toBeNull();
});

it('takes a second tap on the same button as no answer to the next alert', () => {
  const alerts = createAlerts();
  void alerts.ask(request('Eins'));
  void alerts.ask(request('Zwei'));
  const first = alerts.get()?.id ?? -1;
  alerts.answer(first, 'yes');
  alerts.answer(first, 'yes');
  expect(alerts.get()?.request.title).toBe('Zwei');
});

it('shows an alert through every choice until it is withdrawn', () => {
  const alerts = createAlerts();
  const choices: (string | null)[] = [];
  const withdraw = alerts.show(request('Eins'), (choice) => choices.push(choice));
  void alerts.ask(request('Zwei'));
  const { id } = alerts.get() ?? { id: -1 };
  alerts.answer(id, 'yes');
  alerts.answer(id, null);
  expect(choices).toEqual(['yes', null]);
  withdraw();
  expect(alerts.get()?.request.title).toBe('Zwei');
  withdraw();
  expect(alerts.get()?.request.title).toBe('Zwei');
});

it('withdraws an alert that still waits for its turn', () => {
  const alerts = createAlerts();
  void alerts.ask(request('Eins'));
  const withdraw = alerts.show(request('Zwei'), () => undefined);
  withdraw();
  expect(alerts.get()?.request.title).toBe('Eins');
  alerts.answer(alerts.get()?.id ?? -1, 'yes');
  expect(alerts.get()).toBeNull();
});

it('A06 drops what was asked of who has left, and everything counts as dismissed', async () => {
  const alerts = createAlerts();
  const asked = [alerts.ask(request('Eins')), alerts.ask(request('Zwei'))];
  alerts.show(request('Drei'), () => undefined);
  alerts.clear();
  expect(alerts.get()).toBeNull();
  await expect(Promise.all(asked)).resolves.toEqual([null, null]);
});

it('raises the alert in front by another turn, and keeps its answer', async () => {
  const alerts = createAlerts();
  alerts.raise();
  expect(alerts.get()).toBeNull();
  const asked = alerts.ask(request('Eins'));
  void alerts.ask(request('Zwei'));
  alerts.raise();
  expect(alerts.get()).toMatchObject({ turn: 1, request: { title: 'Eins' } });
  alerts.answer(alerts.get()?.id ?? -1, 'yes');
  await expect(asked).resolves.toBe('yes');
  expect(alerts.get()).toMatchObject({ turn: 0, request: { title: 'Zwei' } });
});
