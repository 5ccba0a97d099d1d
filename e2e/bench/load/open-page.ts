import { refresh } from '@mahlzeit/contract';
import { createBrowser, sessionOf } from '../../../api-gateway/src/modules/identity/testing/people';
import type { TopicWatcher } from '../live/watch-topics';
import { watchTopics } from '../live/watch-topics';
import type { LoadLog } from './load-log';
import type { LoadMember } from './load-target';
import type { Random } from './random';
import type { RequestSender } from './send-request';

/** Open page of a member. */
export interface OpenPage extends Pick<LoadMember, 'uid' | 'payerName' | 'chatKey'> {
  /** Returns the page's present token and its address, which its requests carry. */
  sender(): RequestSender;
}

/**
 * Time in ms within which all pages renew their tokens for the first time. Pages of real members were opened at
 * different times, so their renewals are spread; the tokens of these members were issued within a few seconds.
 */
const FIRST_RENEWALS_MS = 8 * 60_000;

interface PageDeps {
  readonly url: string;
  readonly log: LoadLog;
  /** Receives the delta frames of the page. */
  onDelta(frameText: string): void;
}

/** Follows topics until the process ends. Counts the deltas, and the connection if it is lost. */
export const followTopics = async (
  { url, log, onDelta }: PageDeps,
  watcher: TopicWatcher,
  onOtherFrame: (frameText: string) => void = () => undefined,
): Promise<(frame: object) => void> => {
  const socket = await watchTopics(url, watcher, (frameText) => {
    if (!frameText.startsWith('{"op":"delta"')) return onOtherFrame(frameText);
    log.countDelta();
    onDelta(frameText);
  });
  socket.on('close', () => log.countLostConnection());
  return (frame) => socket.send(JSON.stringify(frame));
};

/**
 * Opens a member's page, which stays open: when the gateway announces that the token expires, the page trades its
 * cookie for the next token, as the product's pages do.
 */
export const openPage = async (
  deps: PageDeps & { readonly random: Random },
  member: LoadMember,
  localAddress: string | undefined,
): Promise<OpenPage> => {
  const { url, log, random } = deps;
  const browser = createBrowser(url);
  browser.cookie = member.cookie;
  const origin = localAddress === undefined ? {} : { localAddress };
  let { token } = member;
  const renewToken = async (): Promise<void> => {
    const startMs = performance.now();
    const answer = await browser.call('POST', refresh.path, { body: {}, headers: { 'X-Mahlzeit': '1' } });
    if (answer.status !== 200) return log.fail('renewal', String(answer.status));
    token = sessionOf(answer).idToken;
    send({ op: 'auth', token });
    log.succeed('renewal', performance.now() - startMs);
  };
  const send = await followTopics(deps, { ...member, ...origin }, (frameText) => {
    if (frameText.startsWith('{"op":"auth_required"')) log.track(renewToken());
  });
  setTimeout(() => log.track(renewToken()), random.share() * FIRST_RENEWALS_MS);
  const { uid, payerName, chatKey } = member;
  return { uid, payerName, chatKey, sender: () => ({ token, ...origin }) };
};
