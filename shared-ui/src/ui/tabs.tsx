import type { ReactNode } from 'react';
import styled from 'styled-components';
import { textStyles, tokens } from './theme/tokens';
import { useTabList } from './use-tab-list';

/** Tab in a list of tabs; `count` is a small number after its label. */
export interface TabItem {
  readonly id: string;
  readonly label: string;
  readonly count?: number;
  /** True if there are more things than `count`; a „+“ then follows the number. */
  readonly hasMore?: boolean;
}

interface TabsProps {
  /** Purpose of the tabs, for assistive technology. */
  readonly label: string;
  /** Prefix of the ids that connect tabs and panels. It must be unique in the page. */
  readonly idBase: string;
  readonly items: readonly TabItem[];
  readonly selectedId: string;
  readonly onSelect: (id: string) => void;
}

const tabIdOf = (idBase: string, id: string): string => `${idBase}-tab-${id}`;
const panelIdOf = (idBase: string, id: string): string => `${idBase}-panel-${id}`;

/** List of tabs, which sticks to the top of the scrolling area. */
export const Tabs = ({ label, idBase, items, selectedId, onSelect }: TabsProps) => {
  const tabProps = useTabList({ ids: items.map((item) => item.id), selectedId, onSelect });
  return (
    <TabStrip role="tablist" aria-label={label}>
      {items.map((item) => (
        <TabButton
          key={item.id}
          type="button"
          id={tabIdOf(idBase, item.id)}
          aria-controls={item.id === selectedId ? panelIdOf(idBase, item.id) : undefined}
          {...tabProps(item.id)}
        >
          {item.label}
          {item.count !== undefined && (
            <TabCount>
              {item.count}
              {item.hasMore === true && '+'}
            </TabCount>
          )}
        </TabButton>
      ))}
    </TabStrip>
  );
};

interface TabPanelProps {
  readonly idBase: string;
  readonly id: string;
  readonly isSelected: boolean;
  readonly children: ReactNode;
}

/** Content of a tab; renders nothing while another tab is selected. */
export const TabPanel = ({ idBase, id, isSelected, children }: TabPanelProps) =>
  isSelected ? (
    <div role="tabpanel" id={panelIdOf(idBase, id)} aria-labelledby={tabIdOf(idBase, id)}>
      {children}
    </div>
  ) : null;

/** Row of tab buttons that scrolls sideways. It sticks to the top of the scrolling area, below a sheet's head. */
export const TabStrip = styled.div`
  position: sticky;
  top: var(--sheet-head, 0px);
  z-index: ${tokens.layer.sticky};
  display: flex;
  gap: 22px;
  padding: 0 var(--gutter, 20px);
  overflow-x: auto;
  overscroll-behavior-x: contain;
  scrollbar-width: none;
  &::-webkit-scrollbar {
    display: none;
  }
  background: ${tokens.color.bg};
  box-shadow: inset 0 -1px 0 ${tokens.color.line};
  /* A window that is low, or zoomed in far, belongs to the content. */
  @media (max-height: 420px) {
    position: relative;
    top: 0;
  }
`;

/** Button that looks like a tab. It is a tab of a list, or it leads to a section of the page. */
export const TabButton = styled.button`
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
  &:focus-visible {
    outline-offset: -3px;
    border-radius: ${tokens.radius.tag};
  }
  &[aria-selected='true'],
  &[aria-current] {
    color: ${tokens.color.plumText};
  }
  &[aria-selected='true']::after,
  &[aria-current]::after {
    content: '';
    position: absolute;
    inset: auto 0 0;
    height: 3px;
    border-radius: 3px 3px 0 0;
    background: currentColor;
  }
  @media (forced-colors: active) {
    &[aria-selected='true']::after,
    &[aria-current]::after {
      background: Highlight;
    }
  }
`;

const TabCount = styled.span`
  ${textStyles.caption}
  font-weight: 500;
  color: ${tokens.color.ink3};
`;
