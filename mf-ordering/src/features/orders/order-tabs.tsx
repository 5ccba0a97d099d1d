import type { Order } from '@mahlzeit/contract';
import { useNow } from '@mahlzeit/shared-ui/platform';
import { Gutter, TabPanel, Tabs } from '@mahlzeit/shared-ui/ui';
import { useState } from 'react';
import styled from 'styled-components';
import { useTexts } from '../../ordering-texts';
import { OrderList } from './order-list';
import { byTime } from './order-rules';
import { useOrdersQuery } from './orders-api';

const ID_BASE = 'orders';

/** Orders that are still to be eaten, and past ones. */
export const OrderTabs = () => {
  const t = useTexts();
  const now = useNow();
  const query = useOrdersQuery();
  const [selectedId, setSelectedId] = useState('upcoming');
  const split = query.data && byTime(query.data, now);
  const panelOf = (id: string, orders: readonly Order[] | undefined, empty: { title: string; text: string }) => (
    <TabPanel idBase={ID_BASE} id={id} isSelected={id === selectedId}>
      <Panel>
        <OrderList query={query} orders={orders} now={now} empty={empty} />
      </Panel>
    </TabPanel>
  );
  return (
    <EdgeToEdge>
      <Tabs
        label={t('Orders')}
        idBase={ID_BASE}
        items={[
          { id: 'upcoming', label: t('Upcoming'), count: split?.upcoming.length },
          { id: 'past', label: t('Past'), count: split?.past.length },
        ]}
        selectedId={selectedId}
        onSelect={setSelectedId}
      />
      {panelOf('upcoming', split?.upcoming, { title: t('EmptyOrderListFuture'), text: t('EmptyOrderListFutureText') })}
      {panelOf('past', split?.past, { title: t('EmptyOrderListPast'), text: t('EmptyOrderListPastText') })}
    </EdgeToEdge>
  );
};

const EdgeToEdge = styled.div`
  margin-inline: calc(-1 * var(--gutter, 20px));
`;

const Panel = styled(Gutter)`
  padding-top: 16px;
`;
