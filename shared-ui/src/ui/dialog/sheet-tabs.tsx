import type { ReactNode } from 'react';
import { useState } from 'react';
import styled from 'styled-components';
import { Gutter } from '../layout';
import { TabPanel, Tabs } from '../tabs';
import type { TabItem } from '../tabs';

interface SheetTab extends TabItem {
  readonly content: ReactNode;
}

interface SheetTabsProps {
  /** What is chosen here, for assistive technology. */
  readonly label: string;
  /** Ties tabs and panels together; unique in the page. */
  readonly idBase: string;
  readonly tabs: readonly [SheetTab, ...SheetTab[]];
}

/** Tabs over the whole width of a sheet; the first is chosen at first. */
export const SheetTabs = ({ label, idBase, tabs }: SheetTabsProps) => {
  const [selectedId, setSelectedId] = useState(tabs[0].id);
  return (
    <EdgeToEdge>
      <Tabs label={label} idBase={idBase} items={tabs} selectedId={selectedId} onSelect={setSelectedId} />
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} idBase={idBase} id={id} isSelected={id === selectedId}>
          <SheetTabPanel>{content}</SheetTabPanel>
        </TabPanel>
      ))}
    </EdgeToEdge>
  );
};

const EdgeToEdge = styled.div`
  margin-inline: calc(-1 * var(--gutter, 20px));
`;

const SheetTabPanel = styled(Gutter)`
  padding-top: 16px;
`;
