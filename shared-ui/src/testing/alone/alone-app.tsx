import { useEffect, useState, useSyncExternalStore } from 'react';
import type { RemoteDeclaration } from '../../platform/shell/shell-contract';
import { ShellProvider } from '../../platform/shell/use-shell';
import type { Scenario } from '../shell/scenario';
import { readHash, startAddress, writeSetting } from './alone-address';
import type { AloneSetting } from './alone-address';
import type { AloneReceiver } from './alone-desk';
import type { AloneEnvironment } from './alone-environment';
import { AloneMessages } from './alone-messages';
import { AlonePanel } from './alone-panel';
import { AloneScreen } from './alone-screen';

interface AloneAppProps {
  readonly declaration: RemoteDeclaration;
  readonly scenarios: readonly Scenario[];
  /** Scenario that is running; null when the remote runs against a real gateway. */
  readonly scenario: Scenario | null;
  readonly environment: AloneEnvironment;
  readonly receiver: AloneReceiver;
  readonly setting: AloneSetting;
  /** Called when the page must be loaded again with another setting. */
  onStartOver(setting: AloneSetting): void;
}

const subscribeToHash = (listener: () => void): (() => void) => {
  window.addEventListener('hashchange', listener);
  window.addEventListener('popstate', listener);
  return () => {
    window.removeEventListener('hashchange', listener);
    window.removeEventListener('popstate', listener);
  };
};

/** Page that runs one remote alone, with its screens and the panel for testers. */
export const AloneApp = ({
  declaration,
  scenarios,
  scenario,
  environment,
  receiver,
  setting: initialSetting,
  onStartOver,
}: AloneAppProps) => {
  const [setting, setSetting] = useState(initialSetting);
  const hash = useSyncExternalStore(subscribeToHash, () => location.hash);
  const startHash = startAddress(declaration, scenario);

  useEffect(() => environment.simulateFaults(setting), [environment, setting]);

  const changeSetting = (changes: Partial<AloneSetting>): void => {
    const nextSetting = { ...setting, ...changes };
    if (nextSetting.scenario !== setting.scenario || nextSetting.usesGateway !== setting.usesGateway)
      return onStartOver(nextSetting);
    history.replaceState(history.state, '', `${location.pathname}${writeSetting(nextSetting)}${location.hash}`);
    setSetting(nextSetting);
  };
  const showAddress = (address: string): void => {
    location.hash = address;
  };

  return (
    <ShellProvider shell={environment.shell}>
      <AloneScreen
        declaration={declaration}
        scenario={scenario}
        shell={environment.shell}
        address={readHash(hash)}
        onReopen={() => showAddress(startHash)}
      />
      <AloneMessages desk={receiver} />
      {setting.panel !== 'off' && (
        <AlonePanel
          environment={environment}
          receiver={receiver}
          scenarios={scenarios}
          setting={setting}
          current={scenario}
          onSetting={changeSetting}
          onAddress={showAddress}
        />
      )}
    </ShellProvider>
  );
};
