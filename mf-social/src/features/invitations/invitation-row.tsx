import type { Invitation } from '@mahlzeit/contract';
import { formatMoment, useShell } from '@mahlzeit/shared-ui/platform';
import { Badge, Mosaic, Row } from '@mahlzeit/shared-ui/ui';
import { Ban, Check, Clock, X } from 'lucide-react';
import styled from 'styled-components';
import { useTexts } from '../../social-texts';
import { meetsAt, othersAt, statusFor } from './invitation-rules';

const badges = {
  pending: { tone: 'warn', icon: Clock },
  accepted: { tone: 'ok', icon: Check },
  declined: { tone: 'neutral', icon: X },
  canceled: { tone: 'err', icon: Ban },
} as const;

const list = new Intl.ListFormat('de');

interface InvitationRowProps {
  readonly invitation: Invitation;
  /** The reader. */
  readonly uid: string;
  readonly now: number;
}

/** One meetup: with whom, where, when and how it stands. Leads to the restaurant. */
const InvitationRow = ({ invitation, uid, now }: InvitationRowProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  const { name, routingName } = invitation.restaurantInfo;
  const status = statusFor(invitation, uid);
  const others = othersAt(invitation, uid);
  return (
    <Row
      leading={<Mosaic people={others.map(({ key, name: person, photoURL }) => ({ key, name: person, pictureUrl: photoURL }))} />}
      title={name}
      text={
        <Lines>
          <span>{formatMoment(meetsAt(invitation), now)} · {t(invitation.isTakeAway ? 'TakeAway' : 'InStore')}</span>
          {others.length > 0 && <span>{t('With', { names: list.format(others.map((other) => other.name)) })}</span>}
          <span><Badge tone={badges[status].tone} icon={badges[status].icon}>{t(`Status_${status}`)}</Badge></span>
        </Lines>
      }
      href={navigation.hrefOf('details', routingName)}
    />
  );
};

const Lines = styled.span`
  display: grid;
  gap: 2px;
  > :last-child { margin-top: 4px; }
`;
