import { useEffect, useState, useSyncExternalStore } from 'react';
import type { RemoteDeclaration } from '../../platform/shell/shell-contract';
import { ShellProvider } from '../../platform/shell/use-shell';
import type { Scenario } from '../shell/scenario';
import { readHash, startAddress, writeSetting } from './alone-address';
import type { AloneSetting } from './alone-address';
import type { AloneDesk } from './alone-desk';
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
  readonly desk: AloneDesk;
  readonly setting: AloneSetting;
  /** Called when the page must be loaded again with another setting. */
  onStartOver(setting: AloneSetting): void;
}

const onHash = (listener: () => void): (() => void) => {
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
  desk,
  setting: first,
  onStartOver,
}: AloneAppProps) => {
  const [setting, setSetting] = useState(first);
  const hash = useSyncExternalStore(onHash, () => location.hash);
  const start = startAddress(declaration, scenario);

  useEffect(() => environment.disturb(setting), [environment, setting]);

  const change = (changes: Partial<AloneSetting>): void => {
    const next = { ...setting, ...changes };
    if (next.scenario !== setting.scenario || next.isReal !== setting.isReal) return onStartOver(next);
    history.replaceState(history.state, '', `${location.pathname}${writeSetting(next)}${location.hash}`);
    setSetting(next);
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
        onReopen={() => showAddress(start)}
      />
      <AloneMessages desk={desk} />
      {setting.panel !== 'off' && (
        <AlonePanel
          environment={environment}
          desk={desk}
          scenarios={scenarios}
          setting={setting}
          current={scenario}
          onSetting={change}
          onAddress={showAddress}
        />
      )}
    </ShellProvider>
  );
};
