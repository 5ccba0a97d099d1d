import type { PartnerOrder } from '@mahlzeit/contract';
import { addDays } from '@mahlzeit/contract/rules';
import { formatDay } from '@mahlzeit/shared-ui/platform';
import {
  Banner,
  Button,
  forcedColorsBorder,
  IconButton,
  RowSkeletons,
  Small,
  textStyles,
  tokens,
  VisuallyHidden,
} from '@mahlzeit/shared-ui/ui';
import { ChevronLeft, ChevronRight, History, X } from 'lucide-react';
import { useId, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import styled, { css } from 'styled-components';
import { consoleErrorText, useTexts } from '../../console-texts';
import { parseTypedDay, formatTypedDay } from './day-rules';
import { MIN_LONG_LIST_ROWS, OrderRow } from './order-row';
import type { FormerOrdersState } from './use-former-orders';

interface FormerOrdersProps {
  readonly formerDay: FormerOrdersState;
  readonly now: number;
  readonly chosenKey: string | null;
  readonly onChoose: (key: string) => void;
  /** Details of the chosen order, shown below the order's row; null when a separate pane shows them. */
  readonly details: ReactNode;
}

// Does nothing when staff try to accept an order of a past day, because such orders can't be accepted any more.
const doNothing = (): void => undefined;

const DayChooser = ({ formerDay: { day, min, max, setDay } }: Pick<FormerOrdersProps, 'formerDay'>) => {
  const t = useTexts();
  const [typedText, setTypedText] = useState<string | null>(null);
  const [isInputInvalid, setIsInputInvalid] = useState(false);
  const showOrdersOfDay = (newDay: string): void => {
    setTypedText(null);
    setIsInputInvalid(false);
    if (newDay >= min && newDay <= max) setDay(newDay);
  };
  const applyTypedDay = (): void => {
    if (typedText === null) return;
    const parsedDay = parseTypedDay(typedText, { min, max });
    if (parsedDay === null) setIsInputInvalid(true);
    else showOrdersOfDay(parsedDay);
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    applyTypedDay();
  };
  const hintId = useId();
  return (
    <DayForm onSubmit={onSubmit} noValidate aria-label={t('FormerDay')}>
      <IconButton
        label={t('DayBefore')}
        icon={ChevronLeft}
        aria-disabled={day <= min || undefined}
        onClick={() => showOrdersOfDay(addDays(day, -1))}
      />
      <DayField
        aria-label={t('FormerDay')}
        inputMode="decimal"
        autoComplete="off"
        value={typedText ?? formatTypedDay(day)}
        aria-invalid={isInputInvalid || undefined}
        aria-describedby={isInputInvalid ? hintId : undefined}
        onChange={({ target }) => setTypedText(target.value)}
        onBlur={applyTypedDay}
      />
      <IconButton
        label={t('DayAfter')}
        icon={ChevronRight}
        aria-disabled={day >= max || undefined}
        onClick={() => showOrdersOfDay(addDays(day, 1))}
      />
      <DayHint id={hintId} as="span" role="status" $tone="quiet" $isWrong={isInputInvalid}>
        {isInputInvalid ? t('FormerDayWrong', { first: formatTypedDay(min) }) : formatDay(day)}
      </DayHint>
    </DayForm>
  );
};

/** Orders of a past day, which load when the user opens the list. They can still be refunded. */
export const FormerOrders = ({ formerDay, now, chosenKey, onChoose, details }: FormerOrdersProps) => {
  const t = useTexts();
  const { isOpen, setOpen, day, status, error, orders, retry } = formerDay;
  const renderOrderRow = (order: PartnerOrder): ReactNode => {
    const isChosen = order.key === chosenKey;
    return (
      <OrderRow
        key={order.key}
        order={order}
        now={now}
        isChosen={isChosen}
        isSending={false}
        isOffline={false}
        onChoose={onChoose}
        onAccept={doNothing}
      >
        {isChosen ? details : undefined}
      </OrderRow>
    );
  };
  const renderOrderList = (): ReactNode => {
    if (status === 'loading')
      return (
        <>
          <VisuallyHidden role="status">{t('FormerLoading')}</VisuallyHidden>
          <RowSkeletons />
        </>
      );
    if (status === 'failed')
      return (
        <LoadFailedNotice>
          <Banner tone="err">{consoleErrorText(error)}</Banner>
          <Button variant="second" onClick={retry}>
            {t('Retry')}
          </Button>
        </LoadFailedNotice>
      );
    return orders.length === 0 ? (
      <NoOrdersNotice $tone="quiet">{t('FormerNone')}</NoOrdersNotice>
    ) : (
      <ul aria-label={formatDay(day)} data-long={orders.length > MIN_LONG_LIST_ROWS || undefined}>
        {orders.map(renderOrderRow)}
      </ul>
    );
  };
  if (!isOpen)
    return (
      <ClosedListArea>
        <Button variant="quiet" icon={History} onClick={() => setOpen(true)}>
          {t('ShowFormer')}
        </Button>
      </ClosedListArea>
    );
  return (
    <section aria-label={t('Former')}>
      <ListHeader>
        <ListTitle>{t('Former')}</ListTitle>
        <IconButton label={t('HideFormer')} icon={X} onClick={() => setOpen(false)} />
        <DayChooser formerDay={formerDay} />
      </ListHeader>
      {renderOrderList()}
    </section>
  );
};

const ClosedListArea = styled.div`
  padding: 0 8px 24px;
`;

const ListHeader = styled.div`
  display: flex;
  align-items: center;
  flex-wrap: wrap;
  gap: 4px 10px;
  min-height: 64px;
  padding: 8px 10px 8px 20px;
  border-top: 1px solid ${tokens.color.line};
  border-bottom: 1px solid ${tokens.color.line};
`;

const ListTitle = styled.h2`
  ${textStyles.h3}
  flex: 1;
`;

const DayForm = styled.form`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px;
  width: 100%;
  margin-left: -10px;
  > button {
    ${forcedColorsBorder}
  }
  > [aria-disabled='true'] {
    color: ${tokens.color.ink3};
  }
`;

const DayField = styled.input`
  ${textStyles.label}
  ${textStyles.digits}
  width: 7.5rem;
  min-height: 44px;
  padding: 0 10px;
  border: 0;
  border-radius: ${tokens.radius.control};
  background: ${tokens.color.surface};
  box-shadow: inset 0 0 0 1px ${tokens.color.lineStrong};
  color: inherit;
  text-align: center;
  &[aria-invalid] {
    box-shadow: inset 0 0 0 2px ${tokens.color.err};
  }
  ${forcedColorsBorder}
`;

const DayHint = styled(Small)<{ readonly $isWrong: boolean }>`
  padding-left: 10px;
  ${({ $isWrong }) =>
    $isWrong &&
    css`
      font-weight: 600;
      color: ${tokens.color.err};
    `}
`;

const NoOrdersNotice = styled(Small)`
  padding: 14px 20px 24px;
`;

const LoadFailedNotice = styled.div`
  display: grid;
  justify-items: start;
  gap: 12px;
  padding: 14px 20px 24px;
`;
