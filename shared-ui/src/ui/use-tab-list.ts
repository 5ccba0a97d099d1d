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

const nextTabIndex = (pressedKey: string, index: number, tabCount: number): number | null => {
  switch (pressedKey) {
    case 'ArrowRight':
      return (index + 1) % tabCount;
    case 'ArrowLeft':
      return (index - 1 + tabCount) % tabCount;
    case 'Home':
      return 0;
    case 'End':
      return tabCount - 1;
    default:
      return null;
  }
};

/**
 * Returns a function that returns the props of a tab, as the ARIA Authoring Practices describe them: the list is one
 * tab stop; arrow keys, Home and End select another tab and focus it.
 */
export const useTabList =
  ({ ids, selectedId, onSelect }: TabListOptions) =>
  (id: string): TabProps => ({
    role: 'tab',
    'aria-selected': id === selectedId,
    tabIndex: id === selectedId ? 0 : -1,
    onClick: () => onSelect(id),
    onKeyDown: (event) => {
      const targetIndex = nextTabIndex(event.key, ids.indexOf(id), ids.length);
      const targetId = targetIndex === null ? undefined : ids[targetIndex];
      if (targetIndex === null || targetId === undefined) return;
      event.preventDefault();
      onSelect(targetId);
      const tabElements = event.currentTarget.closest('[role=tablist]')?.querySelectorAll<HTMLElement>('[role=tab]');
      tabElements?.[targetIndex]?.focus();
    },
  });
