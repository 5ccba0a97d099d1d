import type { PageOverrides, PageRemote, RemoteChoices } from '@mahlzeit/contract';
import { browserTimers, useObservable } from '@mahlzeit/shared-ui/platform';
import type { MutableObservable, Observable } from '@mahlzeit/shared-ui/platform';
import { Button, Icon, IconButton, Small } from '@mahlzeit/shared-ui/ui';
import { ChevronDown, FlaskConical, RotateCcw, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { ClockControl } from './clock-control';
import { QaRemote } from './qa-remote';
import type { QaRemoteView } from './qa-remote';
import {
  ControlLabel,
  ControlPair,
  PageControls,
  PanelBody,
  PanelFoot,
  PanelFrame,
  PanelHead,
  SelectFrame,
} from './qa.styles';
import { useTexts } from './qa-texts';
import type { RemoteState } from './remote-states';
import type { PageChanges } from './page-changes';
import type { TestActions } from './test-actions';
import { LATENCY_CHOICES_MS } from './test-settings';
import type { TestSettings } from './test-settings';

/**
 * Values and actions of the tools for testers. The values stay the same while the page is open, because every change
 * loads the page again.
 */
export interface QaToolsProps {
  readonly overrides: PageOverrides;
  readonly remotes: readonly PageRemote[];
  /** Returns the title of a screen; null for a screen without a title. */
  screenLabel(key: string): string | null;
  /** Returns the gateway's time. */
  now(): number;
  readonly settings: TestSettings;
  readonly changes: PageChanges;
  readonly states: Observable<ReadonlyMap<string, RemoteState>>;
  readonly isPanelOpen: MutableObservable<boolean>;
  readonly actions: TestActions;
}

type Choices = readonly RemoteChoices[];

interface QaPanelProps extends QaToolsProps {
  /** Loads the releases from which a tester can choose; null if the gateway doesn't answer. */
  loadChoices(): Promise<Choices | null>;
  readonly onClose: () => void;
}

const MINUTE_MS = 60_000;

/** Returns the full minutes until the chosen releases (overrides) expire; null if there are none. */
const useMinutesLeft = (expiresInMs: number | null): number | null => {
  const [passedMinutes, setPassedMinutes] = useState(0);
  useEffect(() => browserTimers.after(MINUTE_MS, () => setPassedMinutes((minutes) => minutes + 1)), [passedMinutes]);
  return expiresInMs === null ? null : Math.max(0, Math.ceil(expiresInMs / MINUTE_MS) - passedMinutes);
};

/** Maximum number of screen titles with which the panel describes a remote. */
const MAX_TITLES = 2;

const describeRemote = (remote: PageRemote | undefined, screenLabel: QaToolsProps['screenLabel']): string => {
  const titles = (remote?.screens ?? []).flatMap((key) => screenLabel(key) ?? []);
  return [...new Set(titles)].slice(0, MAX_TITLES).join(', ');
};

const viewsOf = (
  { remotes, overrides, settings, changes, screenLabel }: QaToolsProps,
  states: ReadonlyMap<string, RemoteState>,
  choices: Choices,
): readonly QaRemoteView[] => {
  const names = new Set([...remotes, ...overrides.remotes, ...choices].map(({ name }) => name));
  return [...names].sort().map((name) => {
    const remote = remotes.find((candidate) => candidate.name === name);
    return {
      name,
      description: describeRemote(remote, screenLabel),
      shownVersion: remote?.version ?? null,
      override: overrides.remotes.find((override) => override.name === name) ?? null,
      problem: changes.problems.find((problem) => problem.name === name) ?? null,
      fault: settings.faults[name] ?? null,
      state: states.get(name) ?? 'waiting',
      choices: choices.find((candidate) => candidate.name === name)?.releases ?? [],
    };
  });
};

const NetworkControl = ({ settings, actions }: Pick<QaToolsProps, 'settings' | 'actions'>) => {
  const t = useTexts();
  const id = useId();
  return (
    <ControlLabel htmlFor={id}>
      {t('Network')}
      <SelectFrame $isChanged={settings.latencyMs > 0}>
        <select id={id} value={settings.latencyMs} onChange={({ target }) => actions.setLatency(Number(target.value))}>
          {LATENCY_CHOICES_MS.map((ms) => (
            <option key={ms} value={ms}>
              {ms === 0 ? t('NetworkAsIs') : t('NetworkDelayed', { ms })}
            </option>
          ))}
        </select>
        <Icon source={ChevronDown} size={18} />
      </SelectFrame>
    </ControlLabel>
  );
};

/** Panel for testers with the remotes of the page. It isn't modal, so testers can use the page beside it. */
export const QaPanel = (props: QaPanelProps) => {
  const t = useTexts();
  const { overrides, actions, loadChoices, onClose } = props;
  const [choices, setChoices] = useState<Choices | 'loading' | null>('loading');
  const states = useObservable(props.states);
  const minutesLeft = useMinutesLeft(overrides.expiresInMs);
  const headingId = useId();
  const headingRef = useRef<HTMLHeadingElement>(null);
  const isLoading = choices === 'loading';
  useEffect(() => headingRef.current?.focus(), []);
  useEffect(() => {
    if (isLoading) void loadChoices().then(setChoices);
  }, [isLoading, loadChoices]);
  const closeByKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    // The key event must not reach the page below, whose dialog stays open.
    event.stopPropagation();
    onClose();
  };
  return (
    <PanelFrame aria-labelledby={headingId} onKeyDown={closeByKey}>
      <PanelHead>
        <Icon source={FlaskConical} size={24} />
        <div>
          <h2 ref={headingRef} id={headingId} tabIndex={-1}>
            {t('PanelTitle')}
          </h2>
          <p>{minutesLeft === null ? t('PanelSubtitle') : t('PanelSubtitleFor', { minutes: minutesLeft })}</p>
        </div>
        <IconButton label={t('ClosePanel')} icon={X} onClick={onClose} />
      </PanelHead>
      <PanelBody tabIndex={-1}>
        {viewsOf(props, states, isLoading ? [] : (choices ?? [])).map((remote) => (
          <QaRemote key={remote.name} remote={remote} actions={actions} />
        ))}
        <PageControls>
          {choices === null && (
            <Small role="status">
              {t('ChoicesFailed')}{' '}
              <Button variant="quiet" size="small" onClick={() => setChoices('loading')}>
                {t('RetryChoices')}
              </Button>
            </Small>
          )}
          <ControlPair>
            {overrides.sandboxUrl !== null && <ClockControl sandboxUrl={overrides.sandboxUrl} now={props.now} />}
            <NetworkControl {...props} />
          </ControlPair>
        </PageControls>
      </PanelBody>
      <PanelFoot>
        <Button variant="second" isBlock icon={RotateCcw} onClick={() => actions.resetAll()}>
          {t('ResetAll')}
        </Button>
      </PanelFoot>
    </PanelFrame>
  );
};
