import { useLocationHash } from '@mahlzeit/shared-ui/platform/standalone';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { RefObject } from 'react';
import { neighbourReportOf, nextReportAfter } from '../features/queue';

interface ChosenReportOptions {
  /** Keys of the open reports in their order; null before the gateway's first response. */
  readonly keys: readonly string[] | null;
  /** Whether the list and a report stand side by side, so that a report is always chosen. */
  readonly isWide: boolean;
  /** Called when the chosen report has left the list of open reports. */
  readonly onLeft: (reportKey: string) => void;
}

/** The report that the moderator has chosen, and the elements that get the focus. */
export interface ChosenReport {
  readonly key: string | null;
  readonly titleRef: RefObject<HTMLHeadingElement | null>;
  readonly queueRef: RefObject<HTMLDivElement | null>;
  /** Chooses the next or the previous report of the list. */
  move(direction: 'next' | 'previous'): void;
}

const focusRow = (queue: HTMLElement | null, reportKey: string): void => {
  const row = queue?.querySelector<HTMLElement>(`[data-report="${CSS.escape(reportKey)}"]`);
  row?.focus({ preventScroll: true });
  row?.scrollIntoView?.({ block: 'nearest' });
};

/**
 * Holds the key of the chosen report in the URL's hash (`#KEY`), so that the browser's back button leads to the list.
 * When the report leaves the list, the next report takes its place.
 */
export const useChosenReport = ({ keys, isWide, onLeft }: ChosenReportOptions): ChosenReport => {
  const addressedKey = useLocationHash();
  const titleRef = useRef<HTMLHeadingElement>(null);
  const queueRef = useRef<HTMLDivElement>(null);
  const formerListRef = useRef<{ readonly keys: readonly string[]; readonly chosenKey: string | null } | null>(null);
  const presentKeys = keys ?? [];
  const firstKey = isWide ? (presentKeys[0] ?? null) : null;
  const chosenKey = presentKeys.includes(addressedKey) ? addressedKey : firstKey;

  const followLeftReport = useEffectEvent((formerKeys: readonly string[], leftKey: string): void => {
    onLeft(leftKey);
    if (addressedKey === leftKey)
      window.location.replace(`#${nextReportAfter(formerKeys, presentKeys, leftKey) ?? ''}`);
  });
  const moveFocus = useEffectEvent((leftKey: string | null): void => {
    const isFocusLost = document.activeElement === null || document.activeElement === document.body;
    if (chosenKey !== null && (!isWide || isFocusLost)) titleRef.current?.focus();
    else if (chosenKey === null && leftKey !== null && !isWide) focusRow(queueRef.current, leftKey);
  });

  useEffect(() => {
    if (keys === null) return;
    const formerList = formerListRef.current;
    formerListRef.current = { keys, chosenKey };
    // When the page chooses the first report by itself, the focus stays where it is.
    if (formerList === null) return;
    const leftKey = formerList.chosenKey;
    if (leftKey !== null && !keys.includes(leftKey)) followLeftReport(formerList.keys, leftKey);
    if (leftKey !== chosenKey) moveFocus(leftKey);
  }, [keys, chosenKey]);

  return {
    key: chosenKey,
    titleRef,
    queueRef,
    move(direction) {
      const nextKey = neighbourReportOf(presentKeys, chosenKey, direction);
      if (nextKey === null || nextKey === chosenKey) return;
      window.location.replace(`#${nextKey}`);
      if (isWide) focusRow(queueRef.current, nextKey);
    },
  };
};
