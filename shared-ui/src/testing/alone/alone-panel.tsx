import { berlinDay, instantOf } from '@mahlzeit/contract/rules';
import { useId, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { styled } from 'styled-components';
import { errorText } from '../../platform/api/api-error';
import { formatTime } from '../../platform/texts/format';
import type { SessionClient } from '../../platform/session/session-client';
import { defineTexts } from '../../platform/texts/texts';
import { useNow, useSession } from '../../platform/shell/use-shell';
import { tokens } from '../../ui';
import de from '../locales/de.json';
import type { Scenario } from '../shell/scenario';
import { sessionKinds } from '../scenario/session-kind';
import type { SessionKind } from '../scenario/session-kind';
import { SIMULATED_FAULTS } from './alone-address';
import type { AloneSetting } from './alone-address';
import type { AloneReceiver } from './alone-receiver';
import type { AloneEnvironment } from './alone-environment';
import { LogList, ControlPanel, PanelRow } from './alone-panel.styles';

/** German texts of the page that runs one remote without the shell. */
export const { useTexts } = defineTexts('testing', de);

/** Control with a label above it. `children` gets the id that connects both. */
const LabelledField = ({
  label,
  children,
}: {
  readonly label: string;
  readonly children: (id: string) => ReactNode;
}) => {
  const id = useId();
  return (
    <FieldFrame>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </FieldFrame>
  );
};

const FieldFrame = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 2px;
  font-size: 0.8125rem;

  select,
  input {
    box-sizing: border-box;
    width: 100%;
    min-height: 32px;
    font: inherit;
    color: inherit;
    background: ${tokens.color.surface};
    border: 1px solid ${tokens.color.lineStrong};
    border-radius: 6px;
  }
`;

interface LabelledSelectProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  onChoose(value: T): void;
}

const LabelledSelect = <T extends string>({ label, value, options, onChoose }: LabelledSelectProps<T>) => {
  const chooseValue = (chosenValue: string): void => {
    const option = options.find((candidate) => candidate.value === chosenValue);
    if (option !== undefined) onChoose(option.value);
  };
  return (
    <LabelledField label={label}>
      {(id) => (
        <select id={id} value={value} onChange={(changeEvent) => chooseValue(changeEvent.target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </LabelledField>
  );
};

/** Form that logs in at a real gateway, for remotes without their own login screen. */
const SignInForm = ({ session, name: accountName }: { readonly session: SessionClient; readonly name: string }) => {
  const t = useTexts();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [signInError, setSignInError] = useState<string | null>(null);
  const signIn = async (): Promise<void> => {
    const loginAnswer = await session.login({ email, password });
    setSignInError(loginAnswer.ok ? null : errorText(loginAnswer.error));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void signIn();
      }}
    >
      <p>{t('SignedInAs', { name: accountName })}</p>
      <LabelledField label={t('Email')}>
        {(id) => (
          <input
            id={id}
            type="email"
            autoComplete="username"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </LabelledField>
      <LabelledField label={t('Password')}>
        {(id) => (
          <input
            id={id}
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </LabelledField>
      {signInError !== null && <p role="alert">{signInError}</p>}
      <PanelRow>
        <button type="submit">{t('Login')}</button>
        <button type="button" onClick={() => void session.logout()}>
          {t('Logout')}
        </button>
      </PanelRow>
    </form>
  );
};

interface AlonePanelProps {
  readonly environment: AloneEnvironment;
  readonly receiver: AloneReceiver;
  readonly scenarios: readonly Scenario[];
  readonly setting: AloneSetting;
  /** Scenario that is running; null when the remote runs against a real gateway. */
  readonly current: Scenario | null;
  /** Whether the dev server connects the page with a real gateway (`--gateway`). */
  readonly hasGateway: boolean;
  /** Called with a change of the setting. Another scenario restarts the page. */
  onSetting(settingChange: Partial<AloneSetting>): void;
  /** Called with the hash of a screen to open, for example `details/mensa`. */
  onAddress(typedAddress: string): void;
}

const ScenarioSelect = ({
  scenarios,
  current,
  setting,
  hasGateway,
  onSetting,
}: Pick<AlonePanelProps, 'scenarios' | 'current' | 'setting' | 'hasGateway' | 'onSetting'>) => {
  const t = useTexts();
  const currentIndex = scenarios.findIndex(({ name }) => name === current?.name);
  const showScenario = (scenarioIndex: number): void =>
    onSetting({
      scenario: scenarios[(scenarioIndex + scenarios.length) % scenarios.length]?.name ?? null,
      session: null,
      usesGateway: false,
    });
  if (setting.usesGateway)
    return (
      <button type="button" onClick={() => showScenario(0)}>
        {t('Scenarios')}
      </button>
    );
  return (
    <>
      <LabelledSelect
        label={t('Scenario')}
        value={current?.name ?? ''}
        options={scenarios.map(({ name }) => ({ value: name, label: name }))}
        onChoose={(name) => onSetting({ scenario: name, session: null })}
      />
      <PanelRow>
        <button type="button" onClick={() => showScenario(currentIndex - 1)}>
          {t('Previous')}
        </button>
        <button type="button" onClick={() => showScenario(currentIndex + 1)}>
          {t('Next')}
        </button>
        {hasGateway && (
          <button type="button" onClick={() => onSetting({ usesGateway: true })}>
            {t('Gateway')}
          </button>
        )}
      </PanelRow>
    </>
  );
};

const useSessionLabels = (): Readonly<Record<SessionKind, string>> => {
  const t = useTexts();
  return {
    anonymous: t('Session_anonymous'),
    unverified: t('Session_unverified'),
    verified: t('Session_verified'),
    unknown: t('Session_unknown'),
    failed: t('Session_failed'),
  };
};

const SessionSelect = ({ environment: { scenario, shell }, setting, current, onSetting }: AlonePanelProps) => {
  const t = useTexts();
  const sessionLabels = useSessionLabels();
  const session = useSession();
  if (scenario === null)
    return (
      <SignInForm
        session={shell.session}
        name={session.status === 'known' ? (session.account.email ?? sessionLabels.anonymous) : t('Nobody')}
      />
    );
  const chooseSession = (sessionKind: SessionKind): void => {
    scenario.setSession(sessionKind);
    onSetting({ session: sessionKind });
  };
  return (
    <LabelledSelect
      label={t('Session')}
      value={setting.session ?? current?.session ?? 'anonymous'}
      options={sessionKinds.map((kind) => ({ value: kind, label: sessionLabels[kind] }))}
      onChoose={chooseSession}
    />
  );
};

const MINUTE_MS = 60_000;

const ClockButtons = ({ environment: { scenario, shell } }: Pick<AlonePanelProps, 'environment'>) => {
  const t = useTexts();
  const now = useNow();
  const moveClock = (shiftMs: number): void => scenario?.setNow(shell.clock.now() + shiftMs);
  return (
    <PanelRow>
      <span>{`${t('Clock')}: ${formatTime(now)}`}</span>
      {scenario !== null && (
        <button type="button" onClick={() => moveClock(MINUTE_MS)}>
          {t('PlusMinute')}
        </button>
      )}
      {scenario !== null && (
        <button type="button" onClick={() => moveClock(60 * MINUTE_MS)}>
          {t('PlusHour')}
        </button>
      )}
    </PanelRow>
  );
};

/** Field that sets the scenario's clock to any day and time in Berlin. A real gateway has a clock of its own. */
const ClockField = ({ environment: { scenario, shell } }: Pick<AlonePanelProps, 'environment'>) => {
  const t = useTexts();
  const now = useNow();
  if (scenario === null) return null;
  const setClock = (value: string): void => {
    const [, day, time] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/.exec(value) ?? [];
    if (day !== undefined && time !== undefined) scenario.setNow(instantOf(day, time));
  };
  return (
    <LabelledField label={t('DayAndTime')}>
      {(id) => (
        <input
          id={id}
          type="datetime-local"
          defaultValue={`${berlinDay(now)}T${formatTime(shell.clock.now())}`}
          onChange={({ target }) => setClock(target.value)}
        />
      )}
    </LabelledField>
  );
};

const AddressForm = ({ onAddress }: Pick<AlonePanelProps, 'onAddress'>) => {
  const t = useTexts();
  const [address, setTypedAddress] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onAddress(address);
      }}
    >
      <LabelledField label={t('Address')}>
        {(id) => (
          <input
            id={id}
            value={address}
            placeholder="details/mensa"
            onChange={(event) => setTypedAddress(event.target.value)}
          />
        )}
      </LabelledField>
      <PanelRow>
        <button type="submit">{t('Show')}</button>
      </PanelRow>
    </form>
  );
};

const LATENCY_CHOICES_MS = ['0', '300', '1000', '5000'] as const;

const FaultControls = ({ setting, onSetting }: Pick<AlonePanelProps, 'setting' | 'onSetting'>) => {
  const t = useTexts();
  const faultLabels = { none: t('Fault_none'), offline: t('Fault_offline'), unavailable: t('Fault_unavailable') };
  return (
    <>
      <LabelledSelect
        label={t('Latency')}
        value={LATENCY_CHOICES_MS.find((ms) => Number(ms) === setting.latencyMs) ?? '0'}
        options={LATENCY_CHOICES_MS.map((ms) => ({ value: ms, label: t('LatencyMs', { ms }) }))}
        onChoose={(ms) => onSetting({ latencyMs: Number(ms) })}
      />
      <LabelledSelect
        label={t('Fault')}
        value={setting.fault}
        options={SIMULATED_FAULTS.map((fault) => ({ value: fault, label: faultLabels[fault] }))}
        onChoose={(fault) => onSetting({ fault })}
      />
    </>
  );
};

/** Panel with the controls for testers. It lies above everything that the screen opens. */
export const AlonePanel = (props: AlonePanelProps) => {
  const t = useTexts();
  const { log } = useSyncExternalStore(props.receiver.subscribe, props.receiver.view);
  return createPortal(
    <ControlPanel
      data-react-aria-top-layer="true"
      open={props.setting.panel === 'open'}
      onToggle={(event) => props.onSetting({ panel: event.currentTarget.open ? 'open' : 'shut' })}
    >
      <summary>{t('Panel')}</summary>
      <ScenarioSelect {...props} />
      <SessionSelect {...props} />
      <AddressForm {...props} />
      <ClockButtons {...props} />
      <ClockField {...props} />
      <FaultControls {...props} />
      <details onToggle={(event) => event.stopPropagation()}>
        <summary>{t('Log')}</summary>
        <LogList>
          {log.length === 0 ? (
            <li>{t('NothingLogged')}</li>
          ) : (
            log.map((line, logIndex) => <li key={log.length - logIndex}>{line}</li>)
          )}
        </LogList>
      </details>
    </ControlPanel>,
    document.body,
  );
};
