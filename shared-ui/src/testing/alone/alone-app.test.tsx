import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { defineScreen } from '../../platform/shell/define-screen';
import { defineRemoteDeclaration } from '../../platform/shell/shell-contract';
import type { Scenario } from '../shell/scenario';
import { parseSetting } from './alone-address';
import { AloneApp } from './alone-app';
import { createAloneReceiver } from './alone-receiver';
import { createScenarioEnvironment } from './alone-environment';

const declaration = defineRemoteDeclaration({
  name: 'mf-ordering',
  contract: '^3.1.0',
  screens: [
    {
      key: 'orders',
      region: 'modal',
      access: 'loggedIn',
      load: async () => ({ default: defineScreen(() => <p>Deine Bestellungen</p>) }),
    },
  ],
  slots: { 'frame/search': async () => ({ default: () => null }) },
  commands: {},
});

const scenarios: readonly Scenario[] = [
  { name: 'Bestellungen', screen: 'orders', session: 'verified' },
  { name: 'ohne Suche', slot: 'frame/search', props: {}, drawsNothing: true },
];

const stopFunctions: (() => void)[] = [];

// The page mounts each screen in a React root of its own, as the product does, so its updates can't be wrapped in
// `act`.
beforeEach(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false }));
afterEach(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }));

const showAlone = (scenarioName: string, { hash = '', search = '', hasGateway = false } = {}) => {
  history.replaceState(null, '', `/${search}${hash}`);
  const scenario = scenarios.find(({ name }) => name === scenarioName);
  if (scenario === undefined) throw new Error(`No scenario ${scenarioName}`);
  const receiver = createAloneReceiver();
  const environment = createScenarioEnvironment(declaration, scenario, receiver);
  stopFunctions.push(environment.stop);
  const onStartOver = jest.fn();
  render(
    <AloneApp
      {...{ declaration, scenarios, scenario, environment, receiver, hasGateway, onStartOver }}
      setting={parseSetting(search)}
    />,
  );
  return { user: userEvent.setup(), environment, onStartOver };
};

afterEach(() => {
  cleanup();
  stopFunctions.splice(0).forEach((stop) => stop());
  history.replaceState(null, '', '/');
});

it('says that a state is meant to be empty', async () => {
  showAlone('ohne Suche');
  expect(await screen.findByText('In diesem Zustand zeigt das Teil mit Absicht nichts.')).toBeInTheDocument();
});

it('offers the real gateway only where there is one, and starts over with it', async () => {
  const { user, onStartOver } = showAlone('Bestellungen', { hash: '#orders', hasGateway: true });
  await user.click(await screen.findByRole('button', { name: 'Echtes Gateway' }));
  expect(onStartOver).toHaveBeenCalledWith(expect.objectContaining({ usesGateway: true }));
});

it('offers no real gateway where there is none', async () => {
  showAlone('Bestellungen', { hash: '#orders' });
  expect(await screen.findByText('Deine Bestellungen')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Echtes Gateway' })).not.toBeInTheDocument();
});

it('tells why a chosen session does not get a screen, and shows it anyway', async () => {
  const { user } = showAlone('Bestellungen', { hash: '#orders' });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Sitzung' }), 'anonym');
  expect(await screen.findByText(/^Im Produkt führt #orders erst zur Anmeldung/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Trotzdem zeigen' }));
  expect(await screen.findByText('Deine Bestellungen')).toBeInTheDocument();
});

it('sets any day and time', async () => {
  const { user, environment } = showAlone('Bestellungen', { hash: '#orders' });
  const field = await screen.findByLabelText('Tag und Zeit (Berlin)');
  await user.clear(field);
  await user.type(field, '2026-12-24T11:20');
  expect(new Date(environment.shell.clock.now()).toISOString()).toBe('2026-12-24T10:20:00.000Z');
});
