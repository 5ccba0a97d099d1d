import { berlinClock, berlinDay, instantOf } from '@mahlzeit/contract/rules';
import { Button, Small } from '@mahlzeit/shared-ui/ui';
import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import { ControlLabel, SelectFrame } from './qa.styles';
import { useTexts } from './qa-texts';

/** Moves the clock of the sandbox forwards or backwards. Returns false if that failed. */
export const moveSandboxClock = async (sandboxUrl: string, now: number): Promise<boolean> => {
  try {
    const response = await fetch(new URL('/clock', sandboxUrl), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ now, force: true }),
    });
    return response.ok;
  } catch {
    return false;
  }
};

/** Parses the value of an input for day and time, which counts as Berlin's time; null for an incomplete value. */
export const parseLocalTime = (value: string): number | null => {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/.exec(value) ?? [];
  return day === undefined || time === undefined ? null : instantOf(day, time);
};

/** Formats an instant for an input for day and time, in Berlin's time. */
const formatLocalTime = (now: number): string => `${berlinDay(now)}T${berlinClock(now)}`;

interface ClockControlProps {
  readonly sandboxUrl: string;
  /** Returns the gateway's time. */
  now(): number;
}

/** Form that moves the clock of a gateway with a sandbox. */
export const ClockControl = ({ sandboxUrl, now }: ClockControlProps) => {
  const t = useTexts();
  const [value, setValue] = useState(() => formatLocalTime(now()));
  const [outcome, setOutcome] = useState<'none' | 'sending' | 'done' | 'failed'>('none');
  const id = useId();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const instant = parseLocalTime(value);
    if (instant === null || outcome === 'sending') return;
    setOutcome('sending');
    setOutcome((await moveSandboxClock(sandboxUrl, instant)) ? 'done' : 'failed');
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <ControlLabel htmlFor={id}>
        {t('Clock')}
        <SelectFrame $isChanged={false}>
          <input id={id} type="datetime-local" value={value} onChange={({ target }) => setValue(target.value)} />
        </SelectFrame>
      </ControlLabel>
      <Small $tone="quiet">{t('ClockHint')}</Small>
      {outcome === 'failed' && <Small role="alert">{t('ClockFailed')}</Small>}
      <Small role="status">{outcome === 'done' && t('ClockDone')}</Small>
      <Button type="submit" variant="quiet" size="small" isBusy={outcome === 'sending'}>
        {t('ClockSet')}
      </Button>
    </form>
  );
};
