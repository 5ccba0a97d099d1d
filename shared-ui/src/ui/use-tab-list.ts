import type { KeyboardEvent } from 'react';

interface TabListOptions {
  readonly ids: readonly string[];
  readonly selectedId: string;
  readonly onSelect: (id: string) => void;
}

interface TabProps {
  readonly role: 'tab';
  readonly 'aria-selected': boolean;
  readonly tabIndex: 0 | -1;
  readonly onClick: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

const nextIndex = (key: string, index: number, count: number): number | null => {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count;
    case 'ArrowLeft':
      return (index - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
};

/**
 * Returns a function that returns the props of a tab, as the ARIA practices describe them: the list is one tab stop;
 * arrow keys, Home and End select another tab and focus it.
 */
export const useTabList =
  ({ ids, selectedId, onSelect }: TabListOptions) =>
  (id: string): TabProps => ({
    role: 'tab',
    'aria-selected': id === selectedId,
    tabIndex: id === selectedId ? 0 : -1,
    onClick: () => onSelect(id),
    onKeyDown: (event) => {
      const index = nextIndex(event.key, ids.indexOf(id), ids.length);
      const targetId = index === null ? undefined : ids[index];
      if (index === null || targetId === undefined) return;
      event.preventDefault();
      onSelect(targetId);
      const tabs = event.currentTarget.closest('[role=tablist]')?.querySelectorAll<HTMLElement>('[role=tab]');
      tabs?.[index]?.focus();
    },
  });
