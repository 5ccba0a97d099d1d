import type { RemoteChoices, RemoteOverride } from '@mahlzeit/contract';
import { Badge, Icon, IconButton, Small, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import type { BadgeTone, IconSource } from '@mahlzeit/shared-ui/ui';
import { Activity, ChevronDown, CircleAlert, CircleOff, Hourglass, RotateCcw, Zap } from 'lucide-react';
import { useId, useState } from 'react';
import type { FailedOverride } from './page-changes';
import {
  FaultChoice,
  FaultChoices,
  PanelControl,
  RemoteHead,
  RemoteSection,
  SelectFrame,
  SwitchInput,
} from './qa.styles';
import { useTexts } from './qa-texts';
import type { RemoteState } from './remote-states';
import { OFF } from './test-actions';
import type { TestActions } from './test-actions';
import { SIMULATED_FAULTS } from './test-settings';
import type { FaultKind } from './test-settings';

/** Remote as the panel for testers shows it. */
export interface QaRemoteView {
  readonly name: string;
  /** Titles of some screens; empty for a remote that isn't in this page. */
  readonly description: string;
  /** Version of the release in this page; null for a remote that isn't in this page. */
  readonly shownVersion: string | null;
  readonly override: RemoteOverride | null;
  readonly problem: FailedOverride | null;
  readonly fault: FaultKind | null;
  readonly state: RemoteState;
  readonly choices: RemoteChoices['releases'];
}

interface QaRemoteProps {
  readonly remote: QaRemoteView;
  readonly actions: Pick<TestActions, 'showRelease' | 'setFault' | 'resetRemote'>;
}

type ShownState = RemoteState | FaultKind | 'off';

const stateBadges: Readonly<Record<ShownState, { readonly tone: BadgeTone; readonly icon: IconSource }>> = {
  loaded: { tone: 'ok', icon: Activity },
  waiting: { tone: 'neutral', icon: Hourglass },
  failed: { tone: 'err', icon: CircleAlert },
  off: { tone: 'neutral', icon: CircleOff },
  unavailable: { tone: 'err', icon: CircleAlert },
  slow: { tone: 'warn', icon: CircleAlert },
  throws: { tone: 'err', icon: CircleAlert },
};

const StateBadge = ({ state }: { readonly state: ShownState }) => {
  const t = useTexts();
  const labels: Readonly<Record<ShownState, string>> = {
    loaded: t('State_loaded'),
    waiting: t('State_waiting'),
    failed: t('State_failed'),
    off: t('State_off'),
    unavailable: t('State_unavailable'),
    slow: t('State_slow'),
    throws: t('State_throws'),
  };
  const { tone, icon } = stateBadges[state];
  return (
    <Badge tone={tone} icon={icon}>
      {labels[state]}
    </Badge>
  );
};

/** Number of digits of the version's hash that the panel shows. The whole version is the option's title. */
const SHOWN_HASH_DIGITS = 6;

const shortVersion = (version: string): string => {
  const [number = '', hash = ''] = version.split('+');
  return hash === '' ? number.replace(/^https?:\/\//, '') : `${number}+${hash.slice(0, SHOWN_HASH_DIGITS)}`;
};

const ReleaseSelect = ({ remote, actions }: QaRemoteProps) => {
  const t = useTexts();
  const { name, override, shownVersion, choices } = remote;
  const isOverridden = override !== null && override.value !== OFF;
  const chosenValue = isOverridden ? override.value : '';
  const deliveredVersion = override === null ? shownVersion : null;
  const optionValues = [
    ...choices.filter(({ version }) => version !== deliveredVersion),
    ...(isOverridden && !choices.some(({ version }) => version === chosenValue)
      ? [{ version: chosenValue, channels: [] }]
      : []),
  ];
  const labelOf = (version: string, channels: readonly string[]): string =>
    channels.length === 0
      ? shortVersion(version)
      : t('ReleaseWithChannels', { version: shortVersion(version), channels: channels.join(', ') });
  const deliveredLabel =
    deliveredVersion === null
      ? t('ReleaseDefault')
      : labelOf(deliveredVersion, choices.find(({ version }) => version === deliveredVersion)?.channels ?? ['stable']);
  return (
    <SelectFrame $isChanged={isOverridden}>
      <select
        aria-label={t('Release', { name })}
        value={chosenValue}
        onChange={({ target }) => actions.showRelease(name, target.value === '' ? null : target.value)}
      >
        <option value="">{deliveredLabel}</option>
        {optionValues.map(({ version, channels }) => (
          <option key={version} value={version} title={version}>
            {labelOf(version, channels)}
          </option>
        ))}
      </select>
      <Icon source={ChevronDown} size={18} />
    </SelectFrame>
  );
};

const FaultGroup = ({ remote: { name, fault }, actions, id }: QaRemoteProps & { readonly id: string }) => {
  const t = useTexts();
  const labels = {
    unavailable: t('Fault_unavailable'),
    slow: t('Fault_slow'),
    throws: t('Fault_throws'),
  };
  return (
    <FaultChoices id={id} aria-label={t('FaultOf', { name })}>
      {[null, ...SIMULATED_FAULTS].map((choice) => (
        <FaultChoice key={choice ?? 'none'}>
          <input type="radio" name={id} checked={choice === fault} onChange={() => actions.setFault(name, choice)} />
          <span>{choice === null ? t('FaultNoneShort') : labels[choice]}</span>
        </FaultChoice>
      ))}
    </FaultChoices>
  );
};

/** Controls for one remote in the panel for testers: switch, release, fault, reset. */
export const QaRemote = ({ remote, actions }: QaRemoteProps) => {
  const t = useTexts();
  const { name, description, override, problem, fault, state } = remote;
  const [isFaultOpen, setIsFaultOpen] = useState(fault !== null);
  const faultsId = useId();
  const headingId = useId();
  const isOff = override?.value === OFF;
  const faultLabels = { unavailable: t('Fault_unavailable'), slow: t('Fault_slow'), throws: t('Fault_throws') };
  return (
    <RemoteSection aria-labelledby={headingId}>
      <RemoteHead>
        <div>
          <div>
            <h3 id={headingId}>{name}</h3>
            {description !== '' && <Small $tone="quiet">{description}</Small>}
          </div>
          <StateBadge state={isOff ? 'off' : (fault ?? state)} />
        </div>
        <SwitchInput
          type="checkbox"
          role="switch"
          aria-label={t('SwitchedOn', { name })}
          checked={!isOff}
          onChange={({ target }) => actions.showRelease(name, target.checked ? null : OFF)}
        />
      </RemoteHead>
      {problem !== null && (
        <Small role="status">{t(`Problem_${problem.outcome}`, { name, value: problem.value })}</Small>
      )}
      <PanelControl>
        <ReleaseSelect remote={remote} actions={actions} />
        <SelectFrame $isChanged={fault !== null}>
          <button
            type="button"
            aria-expanded={isFaultOpen}
            aria-controls={faultsId}
            onClick={() => setIsFaultOpen(!isFaultOpen)}
          >
            <Icon source={Zap} size={18} />
            <VisuallyHidden>{t('FaultOf', { name })}</VisuallyHidden>
            {fault === null ? t('FaultNone') : faultLabels[fault]}
          </button>
          <Icon source={ChevronDown} size={18} />
        </SelectFrame>
        <IconButton label={t('ResetRemote', { name })} icon={RotateCcw} onClick={() => actions.resetRemote(name)} />
      </PanelControl>
      {isFaultOpen && <FaultGroup remote={remote} actions={actions} id={faultsId} />}
    </RemoteSection>
  );
};
