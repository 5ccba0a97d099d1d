import type { KeyboardEvent, ReactNode } from 'react';
import styled from 'styled-components';
import { Icon } from './art/art';
import type { IconSource } from './art/art';
import { media, textStyles, tokens } from './theme/tokens';

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

/** Tabs as the ARIA practices have them: one tab stop, arrows, Home and End move and choose. */
const useTabList =
  ({ ids, selectedId, onSelect }: TabListOptions) =>
  (id: string): TabProps => ({
    role: 'tab',
    'aria-selected': id === selectedId,
    tabIndex: id === selectedId ? 0 : -1,
    onClick: () => onSelect(id),
    onKeyDown: (event) => {
      const index = nextIndex(event.key, ids.indexOf(id), ids.length);
      const target = index === null ? undefined : ids[index];
      if (index === null || target === undefined) return;
      event.preventDefault();
      onSelect(target);
      const tabs = event.currentTarget.closest('[role=tablist]')?.querySelectorAll<HTMLElement>('[role=tab]');
      tabs?.[index]?.focus();
    },
  });

/** One tab; `count` stands small behind its label. */
export interface TabItem {
  readonly id: string;
  readonly label: string;
  readonly count?: number;
}

interface TabsProps {
  /** What is chosen here, for assistive technology. */
  readonly label: string;
  /** Ties tabs and panels together; unique in the page. */
  readonly idBase: string;
  readonly items: readonly TabItem[];
  readonly selectedId: string;
  readonly onSelect: (id: string) => void;
}

const tabIdOf = (idBase: string, id: string): string => `${idBase}-tab-${id}`;
const panelIdOf = (idBase: string, id: string): string => `${idBase}-panel-${id}`;

/** Parts of one page beside each other; sticks to the top of what scrolls. */
export const Tabs = ({ label, idBase, items, selectedId, onSelect }: TabsProps) => {
  const tabProps = useTabList({ ids: items.map((item) => item.id), selectedId, onSelect });
  return (
    <Bar role="tablist" aria-label={label}>
      {items.map((item) => (
        <Tab key={item.id} type="button" id={tabIdOf(idBase, item.id)} aria-controls={item.id === selectedId ? panelIdOf(idBase, item.id) : undefined} {...tabProps(item.id)}>
          {item.label}
          {item.count !== undefined && <Count>{item.count}</Count>}
        </Tab>
      ))}
    </Bar>
  );
};

interface TabPanelProps {
  readonly idBase: string;
  readonly id: string;
  readonly isSelected: boolean;
  readonly children: ReactNode;
}

/** What a tab shows; renders nothing while another one is chosen. */
export const TabPanel = ({ idBase, id, isSelected, children }: TabPanelProps) =>
  isSelected ? (
    <div role="tabpanel" id={panelIdOf(idBase, id)} aria-labelledby={tabIdOf(idBase, id)}>
      {children}
    </div>
  ) : null;

const Bar = styled.div`
  position: sticky;
  top: 0;
  z-index: ${tokens.layer.sticky};
  display: flex;
  gap: 22px;
  padding: 0 var(--gutter, 20px);
  overflow-x: auto;
  overscroll-behavior-x: contain;
  scrollbar-width: none;
  &::-webkit-scrollbar { display: none; }
  background: ${tokens.color.bg};
  box-shadow: inset 0 -1px 0 ${tokens.color.line};
`;

const Tab = styled.button`
  ${textStyles.label}
  display: inline-flex;
  align-items: center;
  flex: none;
  gap: 6px;
  position: relative;
  min-width: 44px;
  justify-content: center;
  min-height: 48px;
  white-space: nowrap;
  color: ${tokens.color.ink2};
  &:focus-visible { outline-offset: -3px; border-radius: ${tokens.radius.tag}; }
  &[aria-selected='true'] { color: ${tokens.color.plumText}; }
  &[aria-selected='true']::after {
    content: '';
    position: absolute;
    inset: auto 0 0;
    height: 3px;
    border-radius: 3px 3px 0 0;
    background: currentColor;
  }
  @media (forced-colors: active) { &[aria-selected='true']::after { background: Highlight; } }
`;

const Count = styled.span`
  ${textStyles.caption}
  font-weight: 500;
  color: ${tokens.color.ink3};
`;

interface ViewSwitchProps {
  readonly label: string;
  readonly options: readonly { readonly id: string; readonly label: string; readonly icon: IconSource }[];
  readonly selectedId: string;
  readonly onSelect: (id: string) => void;
}

/** List or map, floating above the lower edge; gone where both have room. */
export const ViewSwitch = ({ label, options, selectedId, onSelect }: ViewSwitchProps) => {
  const tabProps = useTabList({ ids: options.map((option) => option.id), selectedId, onSelect });
  return (
    <Pill role="tablist" aria-label={label}>
      {options.map((option) => (
        <Segment key={option.id} type="button" {...tabProps(option.id)}>
          <Icon of={option.icon} size={18} />
          {option.label}
        </Segment>
      ))}
    </Pill>
  );
};

const Pill = styled.div`
  position: fixed;
  left: 50%;
  bottom: calc(20px + env(safe-area-inset-bottom));
  transform: translateX(-50%);
  z-index: ${tokens.layer.viewSwitch};
  display: flex;
  width: max-content;
  max-width: calc(100vw - 16px);
  padding: 4px;
  border-radius: ${tokens.radius.full};
  background: ${tokens.color.surface};
  box-shadow: ${tokens.color.e3};
  ${media.from701} { display: none; }
`;

const Segment = styled.button`
  ${textStyles.small}
  display: flex;
  align-items: center;
  gap: 7px;
  min-height: 44px;
  padding: 0 16px 0 13px;
  border-radius: ${tokens.radius.full};
  font-weight: 600;
  min-width: 0;
  overflow-wrap: anywhere;
  color: ${tokens.color.ink2};
  transition: background ${tokens.duration.swap} ${tokens.curve.in};
  &[aria-selected='true'] {
    background: ${tokens.color.inverse};
    color: ${tokens.color.onInverse};
  }
  ${media.below360} { padding: 0 12px 0 9px; }
`;
