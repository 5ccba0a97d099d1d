import type { PartnerOrder } from '@mahlzeit/contract';
import { addDays } from '@mahlzeit/contract/rules';
import { formatDay } from '@mahlzeit/shared-ui/platform';
import { Banner, Button, forcedEdge, IconButton, RowSkeletons, Small, textStyles, tokens, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { ChevronLeft, ChevronRight, History } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ChangeEvent, ReactNode } from 'react';
import styled from 'styled-components';
import { LONG, OrderRow } from './order-row';
import { consoleErrorText, useTexts } from './partner-texts';
import type { FormerOrders as Former } from './use-former-orders';

interface FormerOrdersProps {
  readonly former: Former;
  readonly now: number;
  readonly chosenKey: string | null;
  readonly onChoose: (key: string) => void;
  /** What stands below the chosen row; nothing where the details have a place of their own. */
  renderDetails(order: PartnerOrder): ReactNode;
}

// An order of a former day has no answer to give.
const nothing = (): void => undefined;

const DayChooser = ({ former: { day, min, max, setDay } }: Pick<FormerOrdersProps, 'former'>) => {
  const t = useTexts();
  const field = useRef<HTMLInputElement>(null);
  // It belongs to whoever types in it: only another day is written there.
  useEffect(() => {
    if (field.current !== null && field.current.value !== day) field.current.value = day;
  }, [day]);
  const goTo = (next: string): void => {
    if (next >= min && next <= max) setDay(next);
  };
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    // Of a date that is typed halfway it has none.
    if (target.value !== '') goTo(target.value);
  };
  return (
    <Chooser role="group" aria-label={t('FormerDay')}>
      <IconButton label={t('DayBefore')} icon={ChevronLeft} aria-disabled={day <= min || undefined} onClick={() => goTo(addDays(day, -1))} />
      <DayField ref={field} type="date" aria-label={t('FormerDay')} min={min} max={max} defaultValue={day} onChange={onChange} />
      <IconButton label={t('DayAfter')} icon={ChevronRight} aria-disabled={day >= max || undefined} onClick={() => goTo(addDays(day, 1))} />
    </Chooser>
  );
};

/** The orders of a day that is over, where somebody asks for them: their money can still go back. */
export const FormerOrders = ({ former, now, chosenKey, onChoose, renderDetails }: FormerOrdersProps) => {
  const t = useTexts();
  const { isOpen, setOpen, day, status, error, orders, retry } = former;
  const rowOf = (order: PartnerOrder): ReactNode => {
    const isChosen = order.key === chosenKey;
    return (
      <OrderRow key={order.key} order={order} now={now} isChosen={isChosen} isSending={false} isOffline={false} onChoose={onChoose} onAccept={nothing}>
        {isChosen ? renderDetails(order) : undefined}
      </OrderRow>
    );
  };
  const content = (): ReactNode => {
    if (status === 'loading') return <><VisuallyHidden role="status">{t('FormerLoading')}</VisuallyHidden><RowSkeletons /></>;
    if (status === 'failed') return <Failed><Banner tone="err">{consoleErrorText(error)}</Banner><Button variant="second" onClick={retry}>{t('Retry')}</Button></Failed>;
    return orders.length === 0 ? <Nothing $tone="quiet">{t('FormerNone')}</Nothing> : <ul aria-label={formatDay(day)} data-long={orders.length > LONG || undefined}>{orders.map(rowOf)}</ul>;
  };
  if (!isOpen) return <Closed><Button variant="quiet" icon={History} onClick={() => setOpen(true)}>{t('ShowFormer')}</Button></Closed>;
  return (
    <section aria-label={t('Former')}>
      <Head>
        <Title>{t('Former')}</Title>
        <DayChooser former={former} />
        <Button variant="quiet" onClick={() => setOpen(false)}>{t('HideFormer')}</Button>
      </Head>
      {content()}
    </section>
  );
};

const Closed = styled.div`
  padding: 0 8px 24px;
`;

const Head = styled.div`
  display: flex;
  align-items: center;
  flex-wrap: wrap;
  gap: 4px 10px;
  min-height: 64px;
  padding: 8px 20px;
  border-top: 1px solid ${tokens.color.line};
  border-bottom: 1px solid ${tokens.color.line};
`;

const Title = styled.h2`
  ${textStyles.h3}
  flex: 1;
`;

const Chooser = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 2px;
  > button { ${forcedEdge} }
  [aria-disabled='true'] { color: ${tokens.color.ink3}; }
`;

const DayField = styled.input`
  ${textStyles.label}
  ${textStyles.digits}
  min-height: 44px;
  padding: 0 10px;
  border: 0;
  border-radius: ${tokens.radius.control};
  background: ${tokens.color.surface};
  box-shadow: inset 0 0 0 1px ${tokens.color.lineStrong};
  color: inherit;
  ${forcedEdge}
`;

const Nothing = styled(Small)`
  padding: 14px 20px 24px;
`;

const Failed = styled.div`
  display: grid;
  justify-items: start;
  gap: 12px;
  padding: 14px 20px 24px;
`;
