import { createRoot } from 'react-dom/client';
import type { RemoteDeclaration } from '../../platform/shell/shell-contract';
import { setErrorReporter } from '../../platform/events/event-log';
import { GlobalStyle } from '../../ui';
import type { Scenario } from '../shell/scenario';
import { readSetting, startAddress, writeSetting } from './alone-address';
import type { AloneSetting } from './alone-address';
import { AloneApp } from './alone-app';
import { createAloneReceiver } from './alone-desk';
import { createGatewayEnvironment, createScenarioEnvironment } from './alone-environment';
import { allowReinjection, isSameDeclaration, loadParts } from './edited-modules';

const startOver = (setting: AloneSetting): void => location.assign(`${location.pathname}${writeSetting(setting)}`);

/** Functions by which the dev server informs a running remote about edited modules. */
interface AloneHost {
  /** Prepares the page for edited modules; must be called before the first edit. */
  acceptEdits(): void;
  /**
   * Evaluates edited modules. Components keep their state. When the declaration itself has changed, the page reloads.
   */
  onEdit(editedDeclaration: RemoteDeclaration): Promise<void>;
}

/**
 * Starts a remote in the alone host: its screens and slots in every scenario, or against a real gateway (`?gateway`).
 */
export const startAlone = (
  declaration: RemoteDeclaration,
  scenarios: readonly Scenario[],
  element: HTMLElement | null,
): AloneHost => {
  if (element === null) throw new Error('The page has no element for the remote');
  const setting = readSetting(location.search);
  const receiver = createAloneReceiver();
  const scenario = setting.usesGateway
    ? null
    : (scenarios.find(({ name }) => name === setting.scenario) ?? scenarios[0] ?? null);
  const environment =
    scenario === null
      ? createGatewayEnvironment(declaration, receiver)
      : createScenarioEnvironment(declaration, scenario, receiver);
  setErrorReporter((name, parameters) => receiver.logLine(`${name} ${JSON.stringify(parameters)}`));
  if (setting.session !== null) environment.scenario?.setSession(setting.session);
  if (location.hash === '')
    history.replaceState(null, '', `${location.pathname}${location.search}${startAddress(declaration, scenario)}`);
  createRoot(element).render(
    <>
      <GlobalStyle />
      <AloneApp
        declaration={declaration}
        scenarios={scenarios}
        scenario={scenario}
        environment={environment}
        receiver={receiver}
        setting={setting}
        onStartOver={startOver}
      />
    </>,
  );
  return {
    acceptEdits: allowReinjection,
    onEdit: async (editedDeclaration) =>
      isSameDeclaration(declaration, editedDeclaration) ? loadParts(editedDeclaration) : location.reload(),
  };
};
