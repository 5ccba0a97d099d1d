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
