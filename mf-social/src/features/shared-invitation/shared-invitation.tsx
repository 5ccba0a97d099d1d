import { getSharedInvitation } from '@mahlzeit/contract';
import type { SharedInvitation } from '@mahlzeit/contract';
import {
  ANSWER_DEADLINE_MINUTES,
  cuisineNames,
  isAnswerTooLate,
  isInvitationPast,
  ownAnswer,
  routeHref,
} from '@mahlzeit/contract/rules';
import {
  api,
  apiQuery,
  errorCode,
  errorText,
  newTabProps,
  useAccount,
  useRestaurantQuery,
  useRetryOnline,
  useSession,
  useShell,
  useSingleFlight,
  useUid,
} from '@mahlzeit/shared-ui/platform';
import {
  Badge,
  Button,
  ButtonLink,
  Caption,
  EmptyState,
  ErrorState,
  Section,
  Small,
  Stack,
  TextLink,
  textStyles,
  tokens,
} from '@mahlzeit/shared-ui/ui';
import { Avatar, Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { Ticket, TicketPlaceholder } from '@mahlzeit/shared-ui/ui/invitation';
import { RestaurantMedia, sceneFor } from '@mahlzeit/shared-ui/ui/restaurant';
import { Armchair, CalendarX2, Route, Unlink, Users } from 'lucide-react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { BusyWarning } from '../busy-time';
import { useInvitation, useIsInChat, useMeetupNow } from '../invitation-data';
import { badgeOfStatus, meetupTimeTexts, takeAwayLabel } from '../invitations';
import { joinIntent, joinRefusalText, text, useJoinMeetup, useTexts } from './join';

const { useSharedInvitationQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    sharedInvitation: build.query<SharedInvitation, string>({
      ...apiQuery(getSharedInvitation, (token: string) => ({ params: { token } })),
      keepUnusedDataFor: 0,
    }),
  }),
});

type Guest = SharedInvitation['attendees'][number];

const MAX_LISTED_GUESTS = 3;

const SORT_ORDER_BY_STATUS = { accepted: 0, pending: 1, declined: 2 } as const;

/** Compares two guests by their answer: accepted ones come first, then those who haven't answered. */
const compareGuestsByStatus = (a: Guest, b: Guest): number =>
  SORT_ORDER_BY_STATUS[a.status] - SORT_ORDER_BY_STATUS[b.status];

const GuestLine = ({ firstName, status }: Guest) => {
  const t = useTexts();
  const guestName = firstName === '' ? t('Somebody') : firstName;
  const { tone, icon, label } = badgeOfStatus(status);
  return (
    <GuestItem>
      <Avatar name={firstName} showsOneLetter />
      <GuestName>{guestName}</GuestName>
      <Badge tone={tone} icon={icon}>
        {label}
      </Badge>
    </GuestItem>
  );
};

/** First names of the first three guests with their answers, and the number of further guests. */
const GuestList = ({ attendees }: Pick<SharedInvitation, 'attendees'>) => {
  const t = useTexts();
  const namedGuests = [...attendees].sort(compareGuestsByStatus).slice(0, MAX_LISTED_GUESTS);
  const unnamedGuestCount = attendees.length - namedGuests.length;
  return (
    <Section title={t('WhoComes')}>
      {/* The index is the key: two guests may have the same name, and the response contains no keys of guests. */}
      <ul>
        {namedGuests.map((guest, index) => (
          <GuestLine key={index} {...guest} />
        ))}
      </ul>
      {unnamedGuestCount > 0 && (
        <OtherGuestCount $tone="quiet">{t('AndOthers', { count: unnamedGuestCount })}</OtherGuestCount>
      )}
    </Section>
  );
};

/**
 * Link that reports a meetup to the support team by e-mail. The e-mail contains the URL of the meetup. People who
 * aren't in the meetup's chat have no other way to report it.
 */
const ReportInvitationLink = ({ token }: { readonly token: string }) => {
  const t = useTexts();
  const { deployment, navigation } = useShell();
  const invitationUrl = new URL(navigation.hrefOf('sharedinvitation', token), window.location.href).href;
  const mailHref = `mailto:${deployment.supportEmail}?subject=${encodeURIComponent(t('ReportInvitation'))}&body=${encodeURIComponent(t('ReportInvitationText', { address: invitationUrl }))}`;
  return (
    <Small $tone="quiet">
      {t('ReportHint')} <TextLink href={mailHref}>{t('ReportInvitation')}</TextLink>
    </Small>
  );
};

/** Card with place and time of the meetup. */
const MeetupTicket = ({ shared, now }: { readonly shared: SharedInvitation; readonly now: number }) => {
  const t = useTexts();
  const { navigation } = useShell();
  const { restaurant, seatsLeft } = shared;
  const { name, routingName, midSizeFirstImage } = restaurant;
  const cuisines = cuisineNames({ tags: useRestaurantQuery({ key: restaurant.key }).data?.tags ?? [] });
  const { day, time, longDate } = meetupTimeTexts(shared, now);
  return (
    <Ticket
      size="page"
      picture={<RestaurantMedia sceneSpec={sceneFor(name, cuisines)} layout="card" pictureUrl={midSizeFirstImage} />}
      badge={
        seatsLeft > 0 ? (
          <Badge tone="neutral" icon={Armchair}>
            {t('SeatsLeft', { count: seatsLeft })}
          </Badge>
        ) : (
          <Badge tone="neutral" icon={Users}>
            {t('NoSeatsLeft')}
          </Badge>
        )
      }
      title={name}
      href={navigation.hrefOf('details', routingName, 'shared')}
      text={[...cuisines.slice(0, 1), takeAwayLabel(shared)].join(' · ')}
      timeText={`${day}, ${time}`}
      date={longDate}
      dateTime={shared.date}
      sideContent={
        <ButtonLink size="small" variant="second" icon={Route} href={routeHref(restaurant)} {...newTabProps}>
          {t('Route')}
        </ButtonLink>
      }
    />
  );
};

/**
 * Link to the login, for visitors who aren't logged in: they may already be invited, or have another meetup at that
 * time.
 */
const LogInLink = () => {
  const t = useTexts();
  const { navigation } = useShell();
  const session = useSession();
  if (session.status !== 'known' || session.account.loggedIn) return null;
  return (
    <ButtonLink variant="quiet" href={navigation.hrefOf('login')}>
      {t('LogIn')}
    </ButtonLink>
  );
};

interface JoinDockProps {
  readonly shared: SharedInvitation;
  readonly token: string;
  readonly now: number;
  /** Loads the current state of the meetup again and updates the page. */
  readonly refetch: () => Promise<{ readonly data?: SharedInvitation | undefined; readonly error?: unknown }>;
}

/** Returns the reason why the visitor can't join the meetup; null if joining is possible. */
const joinHindranceOf = ({ data, error }: Awaited<ReturnType<JoinDockProps['refetch']>>): string | null => {
  if (error !== undefined) return joinRefusalText(error);
  return data?.seatsLeft === 0 ? text('JoinFull') : null;
};

/** Button that joins the meetup, for visitors who aren't invited yet. */
const JoinDock = ({ shared, token, now, refetch, label }: JoinDockProps & { readonly label: string }) => {
  const t = useTexts();
  const { navigation, snackbar, track } = useShell();
  const { isBusy, join } = useJoinMeetup(token, () => void refetch());
  const acceptFlight = useSingleFlight();
  const account = useAccount();
  const isAnswerPastDeadline = isAnswerTooLate(shared, now);
  if (shared.seatsLeft === 0) {
    return (
      <Stack $gap={8}>
        <ButtonLink isBlock size="large" href={navigation.hrefOf('details', shared.restaurant.routingName, 'shared')}>
          {t('ShowPlace')}
        </ButtonLink>
        <JoinHint $tone="quiet">{t('SeatMayComeFree')}</JoinHint>
        <LogInLink />
      </Stack>
    );
  }
  // The meetup is loaded again before the registration starts, because it may have ended or be full in the meantime.
  const startRegistration = async (): Promise<void> => {
    const answerHindrance = joinHindranceOf(await track(refetch()));
    if (answerHindrance !== null) return snackbar({ tone: 'error', text: answerHindrance });
    joinIntent.note(token);
    // The shell leads the visitor through registration and verification before it opens the screen that joins.
    navigation.open('joininvitation', token);
  };
  const acceptInvitation = (): void => (account?.verified === true ? join() : acceptFlight.run(startRegistration));
  return (
    <Stack $gap={8}>
      {account?.loggedIn === true && !isAnswerPastDeadline && <CenteredWarning meetup={shared} />}
      <Button
        isBlock
        size="large"
        isBusy={isBusy || acceptFlight.isBusy}
        disabledReason={isAnswerPastDeadline ? t('TooLate', { minutes: ANSWER_DEADLINE_MINUTES }) : undefined}
        onClick={acceptInvitation}
      >
        {label}
      </Button>
      {account !== null && !account.verified && !isAnswerPastDeadline && (
        <JoinHint $tone="quiet">{t(account.loggedIn ? 'NeedsVerification' : 'NeedsAccount')}</JoinHint>
      )}
    </Stack>
  );
};

/**
 * Text about the answer of a visitor who is already an attendee, with links to the invitation and to its chat. An
 * attendee who has declined can still join.
 */
const AttendeeDock = ({ invitationKey, ...props }: JoinDockProps & { readonly invitationKey: string }) => {
  const t = useTexts();
  const { navigation } = useShell();
  const uid = useUid() ?? '';
  const invitationLookup = useInvitation(invitationKey);
  const chatKey = invitationLookup.status === 'known' ? invitationLookup.invitation.chatKey : '';
  const isInChat = useIsInChat(chatKey);
  const ownStatus =
    invitationLookup.status !== 'known'
      ? undefined
      : invitationLookup.invitation.isOwn
        ? 'owner'
        : ownAnswer(invitationLookup.invitation, uid);
  return (
    <Stack $gap={8}>
      {ownStatus !== undefined && <JoinHint role="status">{t(`Attending_${ownStatus}`)}</JoinHint>}
      {ownStatus === 'declined' && props.shared.seatsLeft > 0 && <JoinDock {...props} label={t('AcceptAfterAll')} />}
      <ButtonLink
        isBlock
        variant={ownStatus === 'declined' ? 'second' : 'primary'}
        href={navigation.hrefOf('invitations')}
      >
        {t('ToInvitation')}
      </ButtonLink>
      {isInChat && (
        <ButtonLink isBlock variant="second" href={navigation.hrefOf('chatmessages', chatKey)}>
          {t('OpenChat')}
        </ButtonLink>
      )}
    </Stack>
  );
};

const isMeetupOver = (code: string): boolean => code === 'invitationOver' || code === 'invitationDeleted';

/** Message in place of the meetup that says why the meetup can't be shown. */
const UnavailableNotice = ({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) => {
  const t = useTexts();
  const { navigation } = useShell();
  const failureCode = errorCode(error);
  const alternativeLinks = (
    <>
      <Button onClick={navigation.close}>{t('ShowPlaces')}</Button>
      <LogInLink />
    </>
  );
  if (isMeetupOver(failureCode))
    return (
      <EmptyState icon={CalendarX2} title={t('OverTitle')} text={t('OverText')}>
        {alternativeLinks}
      </EmptyState>
    );
  // The token in the link isn't valid, for example because the link was shortened when it was copied.
  if (failureCode === 'notFound' || failureCode === 'invalidRequest')
    return (
      <EmptyState icon={Unlink} title={t('UnknownTitle')} text={t('UnknownText')}>
        {alternativeLinks}
      </EmptyState>
    );
  return <ErrorState title={t('LoadFailedTitle')} text={errorText(error)} onRetry={onRetry} />;
};

const LoadingPlaceholder = () => (
  <Stack $gap={24}>
    <TicketPlaceholder size="page" />
  </Stack>
);

/** Page to which the shared link of a meetup leads, with or without an account: it shows place, time and guests. */
export const SharedInvitationSheet = ({ token }: { readonly token: string }) => {
  const t = useTexts();
  const { navigation } = useShell();
  const now = useMeetupNow();
  const { data: sharedInvitation, error, refetch } = useSharedInvitationQuery(token);
  const reloadInvitation = (): void => void refetch();
  const hasLoadFailed = error !== undefined && sharedInvitation === undefined;
  useRetryOnline(hasLoadFailed, reloadInvitation);
  // A visitor who returns to this page has not finished registration or verification, so the consent to join is
  // deleted.
  useEffect(() => joinIntent.forget(), []);
  const renderInvitationSheet = (sheetContent: ReactNode, dockContent?: ReactNode) => (
    <Sheet title={t('Title')} onClose={navigation.close} dock={dockContent}>
      {sheetContent}
    </Sheet>
  );
  if (
    error !== undefined &&
    (sharedInvitation === undefined || isMeetupOver(errorCode(error)) || errorCode(error) === 'notFound')
  )
    return renderInvitationSheet(<UnavailableNotice error={error} onRetry={reloadInvitation} />);
  if (sharedInvitation === undefined) return renderInvitationSheet(<LoadingPlaceholder />);
  if (isInvitationPast(sharedInvitation, now) || sharedInvitation.status === 'canceled')
    return renderInvitationSheet(
      <UnavailableNotice error={{ status: 410, code: 'invitationOver', requestId: null }} onRetry={reloadInvitation} />,
    );
  const dockProps = { shared: sharedInvitation, token, now, refetch: () => refetch() };
  return renderInvitationSheet(
    <Stack $gap={24}>
      <MeetupTicket shared={sharedInvitation} now={now} />
      <GuestList attendees={sharedInvitation.attendees} />
      {sharedInvitation.key === null && <ReportInvitationLink token={token} />}
    </Stack>,
    sharedInvitation.key === null ? (
      <JoinDock {...dockProps} label={t('Accept')} />
    ) : (
      <AttendeeDock {...dockProps} invitationKey={sharedInvitation.key} />
    ),
  );
};

const GuestItem = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 12px;
  position: relative;
  min-height: 60px;
  padding-block: 8px;
  & + &::before {
    content: '';
    position: absolute;
    inset: 0 0 auto 48px;
    border-top: 1px solid ${tokens.color.line};
  }
`;

const GuestName = styled.span`
  ${textStyles.label}
  flex: 1;
  min-width: 5em;
  overflow-wrap: anywhere;
`;

const OtherGuestCount = styled(Small)`
  padding-top: 4px;
`;

const JoinHint = styled(Caption)`
  text-align: center;
  text-wrap: balance;
`;

const CenteredWarning = styled(BusyWarning)`
  text-align: center;
`;
