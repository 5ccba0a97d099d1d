import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildProduct, repositoryRoot } from '../../world/product';
import type { World } from '../../world/start-world';
import { startWorld } from '../../world/start-world';
import type { Figure } from '../measure/figure';
import { boundCount, boundRatio, median, reportedMs } from '../measure/figure';
import { Outcome, ProbeResult } from './replies';

const AREA = 'attack';
const IDLE_MS = 15_000;
const SETTLE_MS = 2_000;

// Only on Linux, all addresses of 127.0.0.0/8 work without configuration. On other systems all requests come from one
// address, so the limits of one address apply to all of them.
const [MEMBER_ADDRESSES, ATTACKER_ADDRESSES] =
  process.platform === 'linux'
    ? [['127.0.1.1', '127.0.1.2'], Array.from({ length: 8 }, (_, index) => `127.0.2.${index + 1}`)]
    : [[], []];

const MEMBER_LOGIN = { email: 'anna@mahlzeit.test', password: 'mittagspause' };

const startProcess = (file: URL): ChildProcess => fork(fileURLToPath(file));

const nextReply = async (child: ChildProcess): Promise<unknown> => {
  const childExit = once(child, 'exit').then(([code]) => {
    throw new Error(`A process of the bench ended with ${String(code)}`);
  });
  const [message] = await Promise.race([once(child, 'message'), childExit]);
  return message;
};

const registerMember = async (url: string): Promise<void> => {
  const body = JSON.stringify({ ...MEMBER_LOGIN, visible: false, policyAccepted: true });
  const { status } = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  if (status !== 200) throw new Error(`Registration of a member failed: status ${status}`);
};

/** Runs the probes while some work is in progress, and returns the measured times. */
const probeDuring = async (
  probes: ChildProcess,
  { url }: World,
  work: () => Promise<unknown>,
): Promise<ProbeResult> => {
  const reply = nextReply(probes);
  probes.send({ url, ...MEMBER_LOGIN });
  await work();
  probes.send('over');
  return ProbeResult.parse(await reply);
};

const slowestOf = (times: readonly number[]): number => Math.max(...times);

const BOUNDS = [
  { name: '/livez', of: ({ livez }: ProbeResult) => livez, median: 10, slowest: 30 },
  { name: 'a correct login', of: ({ logins }: ProbeResult) => logins, median: 3, slowest: 30 },
] as const;

const figuresOf = (idleProbes: ProbeResult, attackedProbes: ProbeResult): Figure[] => [
  ...BOUNDS.flatMap((bound): Figure[] => {
    const [idleTimes, attackedTimes] = [bound.of(idleProbes), bound.of(attackedProbes)];
    const idleMedianMs = median(idleTimes);
    return [
      reportedMs(AREA, `${bound.name}: median of ${idleTimes.length}, idle`, idleMedianMs),
      reportedMs(AREA, `${bound.name}: median of ${attackedTimes.length}, attacked`, median(attackedTimes)),
      reportedMs(AREA, `${bound.name}: slowest, idle`, slowestOf(idleTimes)),
      reportedMs(AREA, `${bound.name}: slowest, attacked`, slowestOf(attackedTimes)),
      boundRatio(AREA, `${bound.name}: median, attacked against the idle median`, {
        ratio: median(attackedTimes) / idleMedianMs,
        maximum: bound.median,
      }),
      boundRatio(AREA, `${bound.name}: slowest, attacked against the idle median`, {
        ratio: slowestOf(attackedTimes) / idleMedianMs,
        maximum: bound.slowest,
      }),
    ];
  }),
  boundCount(AREA, '/livez and logins that failed', {
    count: idleProbes.failures.length + attackedProbes.failures.length,
    maximum: 0,
  }),
];

const describeOutcome = (outcome: Outcome): string =>
  Object.entries(outcome)
    .map(
      ([kind, statuses]) =>
        `${kind} ${Object.entries(statuses)
          .map(([status, count]) => `${count} × ${status === '0' ? 'no answer' : status}`)
          .join(', ')}`,
    )
    .join('; ');

const attackWorld = async (
  world: World,
  [probes, attackers]: readonly [ChildProcess, ChildProcess],
  print: (line: string) => void,
): Promise<Figure[]> => {
  await registerMember(world.url);
  const sendOrder = async (kind: 'prepare' | 'attack', addresses: readonly string[]): Promise<unknown> => {
    const reply = nextReply(attackers);
    attackers.send({ kind, url: world.url, addresses });
    return reply;
  };
  print('attack: members register who will upload a picture');
  await sendOrder('prepare', MEMBER_ADDRESSES);
  await delay(SETTLE_MS);
  print(`attack: idle for ${IDLE_MS / 1_000} s`);
  const idleProbes = await probeDuring(probes, world, () => delay(IDLE_MS));
  print(
    `attack: 200 maps, 2,000 registrations and 200 pictures from ${ATTACKER_ADDRESSES.length === 0 ? 'one address, so that its limits hold for all of them' : `${ATTACKER_ADDRESSES.length} addresses`}`,
  );
  const attackedProbes = await probeDuring(probes, world, async () =>
    print(`attack: ${describeOutcome(Outcome.parse(await sendOrder('attack', ATTACKER_ADDRESSES)))}`),
  );
  for (const failure of new Set([...idleProbes.failures, ...attackedProbes.failures]))
    print(`attack: failed: ${failure}`);
  return figuresOf(idleProbes, attackedProbes);
};

/**
 * Measures how long `/livez` and a correct login take while maps, registrations and pictures are requested all at once,
 * in comparison with the idle gateway. All requests use this machine's loopback interface.
 */
export const benchAttack = async (print: (line: string) => void): Promise<Figure[]> => {
  print('attack: building what changed');
  buildProduct('gateway');
  const world = await startWorld({ product: repositoryRoot, settings: { RATE_LIMITS: 'default' } });
  const children = [
    startProcess(new URL('probes.ts', import.meta.url)),
    startProcess(new URL('attackers.ts', import.meta.url)),
  ] as const;
  try {
    return await attackWorld(world, children, print);
  } finally {
    for (const child of children) if (child.connected) child.disconnect();
    await world.stop();
  }
};
