import { createRoot } from 'react-dom/client';
import type { RemoteDeclaration } from '../../platform/shell/shell-contract';
import { setErrorReporter } from '../../platform/events/event-log';
import { allowReinjection } from '../../platform/store/reinjection';
import { GlobalStyle } from '../../ui';
import type { Scenario } from '../shell/scenario';
import { parseSetting, startHashOf, serializeSetting } from './alone-address';
import type { AloneSetting } from './alone-address';
import { AloneApp } from './alone-app';
import { createAloneReceiver } from './alone-receiver';
import { createGatewayEnvironment, createScenarioEnvironment } from './alone-environment';
import { isSameDeclaration, loadAllParts } from './edited-modules';

const restartWithSetting = (setting: AloneSetting): void =>
  location.assign(`${location.pathname}${serializeSetting(setting)}`);

/** Functions with which the dev server informs a running remote about edited modules. */
interface AloneHost {
  /**
   * Lets the page take over modules that a developer edits, without a reload. Must be called before the first edit.
   */
  acceptEdits(): void;
  /**
   * Evaluates edited modules. Components keep their state. When the declaration itself has changed, the page reloads.
   */
  onEdit(editedDeclaration: RemoteDeclaration): Promise<void>;
}

/**
 * Starts a remote on a page without the shell. The page offers its screens and slots in every scenario, or runs them
 * against a real gateway (`?gateway`).
 */
export const startAlone = (
  declaration: RemoteDeclaration,
  scenarios: readonly Scenario[],
  hostElement: HTMLElement | null,
): AloneHost => {
  if (hostElement === null) throw new Error('The page has no element for the remote');
  const setting = parseSetting(location.search);
  const receiver = createAloneReceiver();
  const startScenario = setting.usesGateway
    ? null
    : (scenarios.find(({ name }) => name === setting.scenario) ?? scenarios[0] ?? null);
  const environment =
    startScenario === null
      ? createGatewayEnvironment(declaration, receiver)
      : createScenarioEnvironment(declaration, startScenario, receiver);
  setErrorReporter((eventName, eventParameters) => receiver.logLine(`${eventName} ${JSON.stringify(eventParameters)}`));
  if (setting.session !== null) environment.scenario?.setSession(setting.session);
  if (location.hash === '')
    history.replaceState(null, '', `${location.pathname}${location.search}${startHashOf(declaration, startScenario)}`);
  createRoot(hostElement).render(
    <>
      <GlobalStyle />
      <AloneApp
        declaration={declaration}
        scenarios={scenarios}
        scenario={startScenario}
        environment={environment}
        receiver={receiver}
        setting={setting}
        hasGateway={document.documentElement.dataset.gateway !== undefined}
        onStartOver={restartWithSetting}
      />
    </>,
  );
  return {
    acceptEdits: allowReinjection,
    onEdit: async (editedDeclaration) =>
      isSameDeclaration(declaration, editedDeclaration) ? loadAllParts(editedDeclaration) : location.reload(),
  };
};
